"""Logins of staff are for superusers: staff who may change logins give nobody, themselves included, more rights than they have."""

from typing import Any

from django.contrib.admin.options import ModelAdmin as DjangoModelAdmin
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import User
from accounts.requests import me

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def may_act_on(request: HttpRequest, user: User | None) -> bool:
    """May this member of staff act on that login? On logins of staff, their own included, only as a superuser."""
    return me(request).is_superuser or user is None or not user.is_staff


class OfLowerRank(DjangoModelAdmin):
    """Mixed into the pages of a login and of what opens one."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may_act_on(request, owner(obj)) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may_act_on(request, owner(obj)) and super().has_delete_permission(request, obj)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        """A new row is no superuser's unless a superuser makes it."""
        if db_field.related_model is User and not me(request).is_superuser:
            more["queryset"] = User.objects.filter(is_staff=False)
        return super().formfield_for_foreignkey(db_field, request, **more)


class ReadOnlyRights(DjangoModelAdmin):
    """Mixed into the page of logins: only superusers change rights there, others read them."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return fields if me(request).is_superuser else (*fields, *RIGHTS)


class SuperusersOnly(DjangoModelAdmin):
    """Mixed into pages that give rights to many: only superusers change them, others read them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return me(request).is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return me(request).is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return me(request).is_superuser


def owner(obj: Model | None) -> User | None:
    """The login itself, or the login that a row belongs to."""
    return obj if isinstance(obj, User) else getattr(obj, "user", None)
