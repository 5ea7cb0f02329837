"""How the site runs, on the staff's pages: maintenance that is announced, tasks that failed, minutes of live processes."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.decorators import action
from unfold.widgets import UnfoldAdminTextInputWidget

from accounts.admin_base import ReadOnlyAdmin, action_page
from accounts.audit_trail import doer
from accounts.staff_forms import LocalDateTimeField, StaffReasonForm
from games.models import FailedTask, Maintenance, ProcessMinute
from games.services import failures, maintenance
from web.errors import DomainError
from web.requests import number_in, posted
from web.task_queue import NobodyTakesTasksError, kick


class MaintenanceForm(StaffReasonForm):
    """From when to when, and the text of the announcement."""

    starts_at = LocalDateTimeField(label="Starts at")
    ends_at = LocalDateTimeField(label="Ends at")
    text = forms.CharField(
        label="Text",
        required=False,
        max_length=200,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Shown after the times, for example the reason.",
    )
    field_order = ["starts_at", "ends_at", "text", "reason"]


EXPLAINED = (
    "Every page and every live table shows the notice at once. When maintenance starts, all matches"
    " and clocks are paused. When it ends, they resume. Times are in your own time zone."
)


@admin.register(Maintenance)
class MaintenanceAdmin(ReadOnlyAdmin):
    """Announced, moved and called off on pages of their own, each with its reason."""

    list_display = ["starts_at", "ends_at", "text", "begun_at", "ended_at", "called_off_at"]
    list_filter = ["starts_at"]
    search_fields = ["text"]
    fields = [
        "starts_at", "ends_at", "text", "made_by", "begun_at", "ended_at", "called_off_at",
    ]  # fmt: skip
    readonly_fields = fields
    actions_list = ["announce"]
    actions_detail = ["move", "call_off"]

    def has_announce_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("games.change_maintenance"))

    @action(
        description="Announce maintenance",
        url_path="announce",
        permissions=["announce"],
    )
    def announce(self, request: HttpRequest) -> HttpResponse:
        form = MaintenanceForm(posted(request))
        if form.is_valid() and (made := self._done(request, form, None)):
            return redirect("admin:games_maintenance_change", made.pk)
        title, button = "Announce maintenance", "Announce"
        return action_page(
            self, request, None, form, title=title, button=button, explained=EXPLAINED
        )

    @action(description="Reschedule", url_path="move", permissions=["announce"])
    def move(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = _get_or_404(Maintenance, object_id)
        now = {"starts_at": row.starts_at, "ends_at": row.ends_at, "text": row.text}
        form = MaintenanceForm(posted(request), initial=now)
        if form.is_valid() and (moved := self._done(request, form, row.pk)):
            return redirect("admin:games_maintenance_change", moved.pk)
        title, button = "Reschedule maintenance", "Reschedule"
        return action_page(
            self, request, row, form, title=title, button=button, explained=EXPLAINED
        )

    @action(description="Cancel maintenance", url_path="call-off", permissions=["announce"])
    def call_off(self, request: HttpRequest, object_id: str) -> HttpResponse:
        row = _get_or_404(Maintenance, object_id)
        form = StaffReasonForm(posted(request))
        if form.is_valid():
            try:
                maintenance.call_off(row.pk, doer(request, form.cleaned_data["reason"]))
                return redirect("admin:games_maintenance_change", row.pk)
            except DomainError as error:
                form.add_error(None, error.detail)
        explained = "If maintenance has started, every match it paused resumes within a second."
        return action_page(
            self,
            request,
            row,
            form,
            title="Cancel maintenance",
            button="Cancel maintenance",
            explained=explained,
        )

    def _done(
        self, request: HttpRequest, form: MaintenanceForm, pk: int | None
    ) -> Maintenance | None:
        """Announced, or moved; None with the refusal in the form."""
        cleaned = form.cleaned_data
        span, by = (cleaned["starts_at"], cleaned["ends_at"]), doer(request, cleaned["reason"])
        try:
            if pk is None:
                return maintenance.announce_maintenance(span, cleaned["text"], by)
            return maintenance.move(pk, span, cleaned["text"], by)
        except DomainError as error:
            form.add_error(None, error.detail)
            return None


class OpenFilter(admin.SimpleListFilter):
    """Not sent again yet."""

    title = "not retried"
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in {"yes", "no"}:
            return queryset
        return queryset.filter(retried_at__isnull=self.value() == "yes")


@admin.register(FailedTask)
class FailedTaskAdmin(ReadOnlyAdmin):
    """What a task was given and how it failed; it can be sent again, once."""

    list_display = ["name", "error", "times", "at", "retried_at", "retried_by"]
    list_filter = [OpenFilter, "name", "at"]
    list_select_related = ["retried_by"]
    search_fields = ["name", "error", "task_id"]
    actions = ["retry_them"]
    actions_detail = ["retry_it"]

    def has_retry_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("games.retry_failedtask"))

    @admin.action(description="Retry once each", permissions=["retry"])
    def retry_them(self, request: HttpRequest, queryset: QuerySet[FailedTask]) -> None:
        sent = sum(self._sent(request, pk, "") for pk in queryset.values_list("pk", flat=True))
        self.message_user(request, "1 task retried." if sent == 1 else f"{sent} tasks retried.")

    @action(description="Retry", url_path="retry", permissions=["retry"])
    def retry_it(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not self.has_retry_permission(request):
            raise PermissionDenied
        failed = _get_or_404(FailedTask, object_id)
        form = StaffReasonForm(posted(request))
        if form.is_valid():
            if self._sent(request, failed.pk, form.cleaned_data["reason"]):
                self.message_user(request, "Task sent again.")
            return redirect("admin:games_failedtask_change", failed.pk)
        explained = "Every task is safe to run twice."
        facts = [("Task", failed.name), ("Arguments", failed.args), ("Error", failed.error)]
        return action_page(
            self,
            request,
            failed,
            form,
            title="Retry a failed task",
            button="Retry",
            explained=explained,
            facts=facts,
        )

    def _sent(self, request: HttpRequest, pk: int, reason: str) -> bool:
        try:
            failures.retry(pk, doer(request, reason), send)
        except DomainError as error:
            self.message_user(request, error.detail, messages.ERROR)
            return False
        return True


def send(name: str, args: Any, kwargs: Any) -> None:
    """To whoever works; refused where nobody takes tasks."""
    try:
        kick(name, args, kwargs)
    except NobodyTakesTasksError as error:
        detail = "Redis does not answer, so no task can be sent."
        raise DomainError("broker_away", detail, 503) from error


@admin.register(ProcessMinute)
class ProcessMinuteAdmin(ReadOnlyAdmin):
    """What each live process did, a row each quarter of a minute."""

    list_display = ["process", "at", "moves_", "listeners"]
    list_filter = ["at"]
    search_fields = ["process"]
    show_full_result_count = False

    @admin.display(description="moves")
    def moves_(self, row: ProcessMinute) -> int:
        return row.moves


def _get_or_404(model: Any, object_id: str) -> Any:
    row = model.objects.filter(pk=number_in(object_id)).first()
    if row is None:
        raise Http404
    return row
