"""Logins, players and tokens on the staff's pages. What has consequences goes through a service."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import openid_admin  # noqa: F401  # registers its pages
from accounts.account_hooks import before_login_rename, before_player_rename
from accounts.admin_base import ReadOnlyAdmin, StaffAdmin
from accounts.models import ApiToken, AuditLine, Impersonation, Player, User
from accounts.requests import me
from accounts.selectors import NO_GUEST
from accounts.services.access import raise_access, reinstate, suspend
from accounts.services.logins import delete_account
from accounts.staff_admin_rights import OfLowerRank, ReadOnlyRights, SuperusersOnly
from accounts.user_admin_actions import UserActions, WhatFilter

admin.site.unregister(Group)
admin.site.unregister(EmailAddress)
admin.site.unregister(Authenticator)
for model in (SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(model)


class SuspendedFilter(admin.SimpleListFilter):
    """Suspended or not."""

    title = "suspended"
    parameter_name = "suspended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        if self.value() not in {"yes", "no"}:
            return queryset
        return queryset.filter(suspended_at__isnull=self.value() == "no")


class GuestFilter(admin.SimpleListFilter):
    """Guests or accounts."""

    title = "guest"
    parameter_name = "guest"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        if self.value() not in {"yes", "no"}:
            return queryset
        return queryset.filter(guest_seen_at__isnull=self.value() == "no")


@admin.register(User)
class UserAdmin(UserActions, ReadOnlyRights, OfLowerRank, DjangoUserAdmin, StaffAdmin):
    """A login is not deleted as a row here: the action deletes the account and leaves an anonymised player."""

    form, add_form, change_password_form = UserChangeForm, UserCreationForm, AdminPasswordChangeForm
    list_display = ["username", "email", "player", "is_staff", "suspended_at", "last_login"]
    list_filter = [GuestFilter, SuspendedFilter, "is_staff", "is_superuser", "is_active"]
    list_select_related = ["player"]
    search_fields = ["username", "email", "player__name"]
    readonly_fields = [
        "last_login", "date_joined", "guest_seen_at", "suspended_at", "suspended_until", "suspended_because",
        "access_version", "bot_owner",
    ]  # fmt: skip
    filter_horizontal = []
    actions = ["suspend_users", "reinstate_users", "delete_accounts"]
    fieldsets = [
        (None, {"fields": ["username", "password", "email"]}),
        (
            "Settings",
            {
                "fields": [
                    "time_zone",
                    "language",
                    "mail_match_ready",
                    "mail_challenges",
                    "mail_turns",
                ]
            },
        ),
        (
            "Access",
            {
                "fields": [
                    "is_active",
                    "suspended_at",
                    "suspended_until",
                    "suspended_because",
                    "access_version",
                ]
            },
        ),
        ("Permissions", {"fields": ["is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["last_login", "date_joined", "guest_seen_at"]}),
        ("Bot account", {"fields": ["bot_owner"]}),
    ]

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """The tournaments that show the login are locked before the login, as their directors do it."""
        if change and "username" in form.changed_data:
            before_login_rename(obj)
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            raise_access(obj)

    @admin.action(
        description="Suspend: no login, no play, open tables close", permissions=["suspend"]
    )
    def suspend_users(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        chosen = self._of_lower_rank(request, queryset)
        for user in chosen:
            suspend(user, timezone.now())
            self.acted(request, user, "suspended")
        self._say(request, len(chosen))

    @admin.action(description="Lift the suspension", permissions=["suspend"])
    def reinstate_users(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        chosen = self._of_lower_rank(request, queryset)
        for user in chosen:
            reinstate(user)
            self.acted(request, user, "reinstated")
        self._say(request, len(chosen))

    @admin.action(description="Delete the account and keep the player without a name")
    def delete_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        if not request.user.is_superuser:
            self.message_user(request, "Only superusers can delete accounts.", messages.ERROR)
            return
        chosen = list(queryset.exclude(pk=me(request).pk))
        for user in chosen:
            self.acted(request, user, "account deleted")
            delete_account(user, timezone.now())
        self._say(request, len(chosen))

    def _of_lower_rank(self, request: HttpRequest, queryset: QuerySet[User]) -> list[User]:
        """The logins on which this member of staff may act: not their own, and those of staff only as a superuser."""
        chosen = queryset.exclude(pk=me(request).pk)
        return list(chosen if me(request).is_superuser else chosen.filter(is_staff=False))

    def _say(self, request: HttpRequest, number: int) -> None:
        text = "1 account changed." if number == 1 else f"{number} accounts changed."
        self.message_user(request, text, messages.SUCCESS)


class BotFilter(admin.SimpleListFilter):
    """Bots, people with an account, guests, walk-ins."""

    title = "kind"
    parameter_name = "is"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("login", "with an account"),
            ("guest", "guest"),
            ("walk-in", "walk-in"),
            ("bot", "bot"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        match self.value():
            case "login":
                return queryset.filter(NO_GUEST, user__isnull=False)
            case "guest":
                return queryset.filter(user__guest_seen_at__isnull=False)
            case "walk-in":
                return queryset.filter(user=None, bot_kind="")
            case "bot":
                return queryset.exclude(bot_kind="")
        return queryset


@admin.register(Player)
class PlayerAdmin(StaffAdmin):
    """Names at the table."""

    list_display = ["name", "country", "user", "bot_kind", "created_at"]
    list_filter = [BotFilter, "created_at"]
    list_select_related = ["user"]
    search_fields = ["name", "user__username"]
    readonly_fields = ["user", "created_at", "anonymised_at"]

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Player, form: object, change: bool) -> None:
        """The tournaments that show the player are locked before the player, as their directors do it."""
        if change:
            before_player_rename(obj)
        super().save_model(request, obj, form, change)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(StaffAdmin):
    """Tokens can be looked at and revoked, never made or read here."""

    list_display = ["name", "prefix", "user", "scopes", "created_at", "expires_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["name", "prefix", "user__username"]
    fields = ["user", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_at"]
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not lookup.startswith("digest") and super().lookup_allowed(lookup, value, request)


@admin.register(Authenticator)
class SecondFactorAdmin(OfLowerRank, StaffAdmin):
    """Second factors can be looked at, without their secrets, and removed for a user who has lost their phone."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    fields = ["user", "type", "created_at", "last_used_at"]
    readonly_fields = ["user", "type", "created_at", "last_used_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return not lookup.startswith("data") and super().lookup_allowed(lookup, value, request)


@admin.register(EmailAddress)
class EmailAddressAdmin(OfLowerRank, StaffAdmin):
    """Email addresses and whether they are verified."""

    list_display = ["email", "user", "primary", "verified"]
    list_filter = ["verified", "primary"]
    list_select_related = ["user"]
    search_fields = ["email", "user__username"]
    autocomplete_fields = ["user"]


@admin.register(Group)
class GroupAdmin(SuperusersOnly, DjangoGroupAdmin, StaffAdmin):
    """Groups of staff; `manage.py staff_groups` makes two that most sites want."""

    filter_horizontal = []


@admin.register(AuditLine)
class AuditLineAdmin(ReadOnlyAdmin):
    """Everything staff did, these pages included. Nobody changes or deletes a line here."""

    list_display = ["at", "by_name", "what", "object_name", "details", "reason", "ip"]
    list_filter = [WhatFilter, "at", "model"]
    search_fields = ["by_name", "object_name", "object_id", "reason", "ip"]
    date_hierarchy = "at"
    show_full_result_count = False

    @admin.display(description="details")
    def details(self, line: AuditLine) -> str:
        """The values afterwards, cut short; the page of the line shows them whole."""
        text = ", ".join(f"{name}: {value}" for name, value in line.after.items())
        return text if len(text) <= 80 else f"{text[:80]}…"


@admin.register(Impersonation)
class ImpersonationAdmin(ReadOnlyAdmin):
    """Who looked at the site through whose eyes."""

    list_display = ["staff", "user", "reason", "began_at", "until", "ended_at"]
    list_filter = ["began_at"]
    list_select_related = ["staff", "user"]
    search_fields = ["staff__username", "user__username", "reason"]
