"""What staff do with people and events across the site: make two players one, hand a tournament or an event on."""

from datetime import UTC, date, timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import action

from accounts.admin import PlayerAdmin as PlainPlayerAdmin
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

    title = gettext_lazy("sat at a table")
    parameter_name = "sat"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("1", gettext_lazy("today")),
            ("7", gettext_lazy("in the last 7 days")),
            ("30", gettext_lazy("in the last 30 days")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        days = _days(self.value() or "")
        return queryset if days is None else queryset.filter(pk__in=people_of(*days))


def _days(said: str) -> tuple[date, date] | None:
    """The first day and the last; None where nothing of the kind was said."""
    today = timezone.now().astimezone(UTC).date()
    days = number_in(said)
    if days is not None and 0 < days <= MOST_DAYS:
        return today - timedelta(days=days - 1), today
    first, _dots, last = said.partition("..")
    try:
        days_said = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        return None
    return days_said if all(YEARS[0] <= one.year <= YEARS[1] for one in days_said) else None


@admin.register(Player)
class PlayerAdmin(PlainPlayerAdmin):
    """As accounts has it, and the way to merge a duplicate into the player it should be."""

    list_filter = [*PlainPlayerAdmin.list_filter, SatFilter]
    actions_detail = ["merge"]

    def has_merge_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("accounts.merge_player"))

    @action(
        description=gettext_lazy("Merge into another player"),
        url_path="merge",
        permissions=["merge"],
    )
    def merge(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """First what would move, then the yes that names it."""
        gone = found(Player, object_id)
        form = MergeForm(posted(request))
        seen: merging.MergePreview | None = None
        if form.is_valid():
            kept = form.cleaned_data["player"]
            try:
                said = form.cleaned_data["seen"]
                if said:
                    by = doer(request, form.cleaned_data["reason"])
                    merging.merge(gone.pk, kept.pk, said, by)
                    told = _("%(gone)s and %(kept)s are one player now.")
                    self.message_user(request, told % {"gone": gone, "kept": kept})
                    return redirect("admin:accounts_player_change", kept.pk)
                seen = merging.preview(gone.pk, kept.pk)
                form = MergeForm(
                    initial=form.cleaned_data | {"player": kept.pk, "seen": seen.digest}
                )
            except DomainError as error:
                form.add_error(None, error.detail)
                form.data = {**request.POST.dict(), "seen": ""}
        explained = _(
            "This player goes, and all that names him names the other from then on. Logs of matches stay as they are. It"
            " cannot be undone; the audit trail says row by row what moved."
        )
        return action_page(
            self,
            request,
            gone,
            form,
            title=_("Merge a duplicate player"),
            button=_("Merge them now") if seen else _("Show what would move"),
            explained=explained,
            facts=_facts(seen),
            confirming=seen is not None,
        )


def _facts(seen: merging.MergePreview | None) -> list[tuple[str, Any]]:
    if seen is None:
        return []
    rows: list[tuple[str, Any]] = [(_("Stays"), f"{seen.kept} ({seen.kept.pk})")]
    rows += [(one.name.capitalize(), len(one.ids)) for one in seen.moving]
    if seen.takes is not None:
        rows.append((_("Login that he takes over"), seen.takes.get_username()))
    if seen.closes is not None:
        rows.append((_("Login that is shut"), seen.closes.get_username()))
    if not seen.moving:
        rows.append((_("Rows that move"), 0))
    return rows


class HandOverAct(StaffAdmin):
    """The pages of tournaments and of events."""

    actions_detail = ["hand_over"]

    def has_hand_over_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return bool(request.user.has_perm("tournaments.change_tournament"))

    @action(
        description=gettext_lazy("Hand it to somebody else"),
        url_path="hand-over",
        permissions=["hand_over"],
    )
    def hand_over(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not self.has_hand_over_permission(request):
            raise PermissionDenied
        subject = found(self.model, object_id)
        form = HandOverForm(posted(request))
        if form.is_valid():
            to = form.cleaned_data["to"]
            try:
                hand_over(subject, to, doer(request, form.cleaned_data["reason"]))
                told = _("%(user)s is the organizer of %(subject)s now.")
                self.message_user(request, told % {"user": to, "subject": subject})
                opts = self.model._meta
                return redirect(f"admin:{opts.app_label}_{opts.model_name}_change", subject.pk)
            except DomainError as error:
                form.add_error(None, error.detail)
        return action_page(
            self,
            request,
            subject,
            form,
            title=_("Hand it to another organizer"),
            button=_("Hand it over"),
            explained=_("Directors and other roles stay as they are."),
            facts=[(_("Organizer now"), subject.organizer or "–")],
        )


@admin.register(Event)
class EventAdmin(ReadOnly, HandOverAct):
    """Events are organized on their own pages; here they are found, and handed on."""

    list_display = ["name", "place", "starts_on", "ends_on", "organizer", "is_public"]
    list_filter = ["is_public", "starts_on"]
    list_select_related = ["organizer"]
    search_fields = ["name", "slug", "place", "organizer__username"]


def found(model: Any, object_id: str) -> Any:
    """The row of this address, or 404."""
    one = model._base_manager.filter(pk=number_in(object_id)).first()
    if one is None:
        raise Http404
    return one
