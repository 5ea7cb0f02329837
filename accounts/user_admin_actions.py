"""What staff may do with one login from its page: suspend it, reinstate it, impersonate it."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import admin
from django.contrib.admin.options import ModelAdmin as DjangoModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.decorators import action

from accounts.admin_base import action_page
from accounts.audit_trail import doer
from accounts.impersonated_request import KEY
from accounts.models import AuditLine, User
from accounts.requests import me
from accounts.services import impersonation
from accounts.services.access import reinstate, suspend
from accounts.services.audit import record
from accounts.staff_forms import StaffReasonForm, SuspensionForm
from web.requests import number_in, posted


class UserActions(DjangoModelAdmin):
    """Mixed into the page of users. Staff act neither on themselves nor on users of higher rank."""

    actions_detail = ["suspend_login", "let_in", "look_as"]

    def has_suspend_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("accounts.suspend_user"))

    def has_impersonate_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("accounts.impersonate_user"))

    @action(description="Suspend", url_path="suspend", permissions=["suspend"])
    def suspend_login(self, request: HttpRequest, object_id: str) -> HttpResponse:
        user = self._target(request, object_id)
        form = SuspensionForm(posted(request))
        if form.is_valid():
            until, why = form.cleaned_data["until"], form.cleaned_data["reason"]
            by = doer(request, why)
            with transaction.atomic():
                before = suspension_of(user)
                suspend(user, by.now, until=until, because=why)
                record(by, "user.suspended", user, before=before, after=suspension_of(user))
            self.message_user(request, f"{user} is suspended.")
            return redirect("admin:accounts_user_change", user.pk)
        return action_page(
            self,
            request,
            user,
            form,
            title="Suspend account",
            button="Suspend",
            explained=(
                "The user cannot log in or play. Their open pages, tables and API tokens stop working."
            ),
            facts=suspension_of(user).items(),
        )

    @action(description="Lift suspension", url_path="let-in", permissions=["suspend"])
    def let_in(self, request: HttpRequest, object_id: str) -> HttpResponse:
        user = self._target(request, object_id)
        form = StaffReasonForm(posted(request))
        if form.is_valid():
            by = doer(request, form.cleaned_data["reason"])
            with transaction.atomic():
                before = suspension_of(user)
                reinstate(user)
                record(by, "user.reinstated", user, before=before, after=suspension_of(user))
            self.message_user(request, f"{user} can log in again.")
            return redirect("admin:accounts_user_change", user.pk)
        return action_page(
            self,
            request,
            user,
            form,
            title="Lift suspension",
            button="Lift suspension",
            explained="Old API tokens still do not work.",
            facts=suspension_of(user).items(),
        )

    @action(
        description="View the site as this user",
        url_path="look",
        permissions=["impersonate"],
    )
    def look_as(self, request: HttpRequest, object_id: str) -> HttpResponse:
        user = self._user_or_404(object_id)
        if not impersonation.may_impersonate(me(request), user):
            raise PermissionDenied
        answer: HttpResponse = reauthentication_required(self._look)(request, user)
        return answer

    def _look(self, request: HttpRequest, user: User) -> HttpResponse:
        form = StaffReasonForm(posted(request))
        if form.is_valid():
            look = impersonation.begin(user, doer(request, form.cleaned_data["reason"]))
            request.session.cycle_key()
            request.session[KEY] = look.pk
            return redirect("home")
        explained = (
            "For fifteen minutes you see the pages as this user does. Nothing can be changed or"
            " played. Passwords, two-factor settings and tokens are not shown. The audit trail"
            " records each page you open."
        )
        return action_page(
            self,
            request,
            user,
            form,
            title="View the site as this user",
            button="Start",
            explained=explained,
        )

    def _user_or_404(self, object_id: str) -> User:
        number = number_in(object_id)
        user = User.objects.select_related("player").filter(pk=number or 0).first()
        if user is None:
            raise Http404
        return user

    def _target(self, request: HttpRequest, object_id: str) -> User:
        """Not oneself; staff only by superusers."""
        user = self._user_or_404(object_id)
        if user.pk == me(request).pk or (user.is_staff and not me(request).is_superuser):
            raise PermissionDenied
        return user


def suspension_of(user: User) -> dict[str, Any]:
    """Whether the user is suspended, as the audit trail and the page show it."""

    def text(moment: Any) -> str:
        return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "–"

    return {
        "suspended at": text(user.suspended_at),
        "suspended until": text(user.suspended_until),
        "why suspended": user.suspended_because or "–",
    }


class WhatFilter(admin.SimpleListFilter):
    """What was done, of what has been done so far."""

    title = "action"
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        words = AuditLine.objects.order_by("what").values_list("what", flat=True).distinct()
        return [(word, word) for word in words[:60]]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(what=self.value()) if self.value() else queryset
