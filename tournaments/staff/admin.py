"""What staff do with people and events: merge two players, hand a tournament or an event to another organizer."""

from datetime import UTC, date, timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from unfold.decorators import action

from accounts.admin import PlayerAdmin
from accounts.admin_base import ReadOnly, StaffAdmin, action_page
from accounts.audit_trail import doer
from accounts.models import Player
from accounts.staff_forms import HandOverForm, MergeForm
from tournaments.event.services.transfer import hand_over
from tournaments.models import Event
from tournaments.players.services import merging
from tournaments.staff.selectors.growth import people_of
from web.errors import DomainError
from web.requests import number_in, posted

MOST_DAYS = 730
YEARS = (1900, 2999)

admin.site.unregister(Player)


class SatFilter(admin.SimpleListFilter):
    """People who sat at a match that ended on one of these days (of UTC): so many days up to today, or from..to."""

    title = "played a match"
    parameter_name = "sat"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("1", "today"),
            ("7", "in the last 7 days"),
            ("30", "in the last 30 days"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        days = _days(self.value() or "")
        return queryset if days is None else queryset.filter(pk__in=people_of(*days))


def _days(text: str) -> tuple[date, date] | None:
    """The first and the last day of a filter's value; None where it is neither a number of days nor a range."""
    today = timezone.now().astimezone(UTC).date()
    days = number_in(text)
    if days is not None and 0 < days <= MOST_DAYS:
        return today - timedelta(days=days - 1), today
    first, _dots, last = text.partition("..")
    try:
        span = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        return None
    return span if all(YEARS[0] <= day.year <= YEARS[1] for day in span) else None


@admin.register(Player)
class MergingPlayerAdmin(PlayerAdmin):
    """The admin of players with the action that merges a duplicate into another player."""

    list_filter = [*PlayerAdmin.list_filter, SatFilter]
    actions_detail = ["merge"]

    def has_merge_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("accounts.merge_player"))

    @action(
        description="Merge into another player",
        url_path="merge",
        permissions=["merge"],
    )
    def merge(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """First shows what would move, then merges exactly that: the form carries the digest of what was shown."""
        gone = row_or_404(Player, object_id)
        form = MergeForm(posted(request))
        preview: merging.MergePreview | None = None
        if form.is_valid():
            kept = form.cleaned_data["player"]
            try:
                digest = form.cleaned_data["seen"]
                if digest:
                    by = doer(request, form.cleaned_data["reason"])
                    merging.merge(gone.pk, kept.pk, digest, by)
                    message = "%(gone)s is merged into %(kept)s."
                    self.message_user(request, message % {"gone": gone, "kept": kept})
                    return redirect("admin:accounts_player_change", kept.pk)
                preview = merging.preview(gone.pk, kept.pk)
                form = MergeForm(
                    initial=form.cleaned_data | {"player": kept.pk, "seen": preview.digest}
                )
            except DomainError as error:
                form.add_error(None, error.detail)
                form.data = {**request.POST.dict(), "seen": ""}
        explained = (
            "This player is deleted, and everything recorded about them moves to the other player. Match logs stay as"
            " they are. This cannot be undone. The audit trail lists each row that moved."
        )
        return action_page(
            self,
            request,
            gone,
            form,
            title="Merge duplicate player",
            button="Merge players" if preview else "Preview merge",
            explained=explained,
            facts=_facts(preview),
            confirming=preview is not None,
        )


def _facts(preview: merging.MergePreview | None) -> list[tuple[str, Any]]:
    if preview is None:
        return []
    rows: list[tuple[str, Any]] = [("Player kept", f"{preview.kept} ({preview.kept.pk})")]
    rows += [(moved.name.capitalize(), len(moved.ids)) for moved in preview.moving]
    if preview.takes is not None:
        rows.append(("Login moved to this player", preview.takes.get_username()))
    if preview.closes is not None:
        rows.append(("Login closed", preview.closes.get_username()))
    if not preview.moving:
        rows.append(("Rows moved", 0))
    return rows


class HandOverAct(StaffAdmin):
    """The pages of tournaments and of events."""

    actions_detail = ["hand_over"]

    def has_hand_over_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("tournaments.change_tournament"))

    @action(
        description="Change organizer",
        url_path="hand-over",
        permissions=["hand_over"],
    )
    def hand_over(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not self.has_hand_over_permission(request):
            raise PermissionDenied
        subject = row_or_404(self.model, object_id)
        form = HandOverForm(posted(request))
        if form.is_valid():
            to = form.cleaned_data["to"]
            try:
                hand_over(subject, to, doer(request, form.cleaned_data["reason"]))
                message = "New organizer: %(user)s (%(subject)s)."
                self.message_user(request, message % {"user": to, "subject": subject})
                opts = self.model._meta
                return redirect(f"admin:{opts.app_label}_{opts.model_name}_change", subject.pk)
            except DomainError as error:
                form.add_error(None, error.detail)
        return action_page(
            self,
            request,
            subject,
            form,
            title="Change organizer",
            button="Change organizer",
            explained="Directors and other roles stay as they are.",
            facts=[("Current organizer", subject.organizer or "–")],
        )


@admin.register(Event)
class EventAdmin(ReadOnly, HandOverAct):
    """Events are organized on their own pages; here staff find them and hand them on."""

    list_display = ["name", "place", "starts_on", "ends_on", "organizer", "is_public"]
    list_filter = ["is_public", "starts_on"]
    list_select_related = ["organizer"]
    search_fields = ["name", "slug", "place", "organizer__username"]


def row_or_404(model: Any, object_id: str) -> Any:
    """The row of this address, or 404."""
    row = model._base_manager.filter(pk=number_in(object_id)).first()
    if row is None:
        raise Http404
    return row
