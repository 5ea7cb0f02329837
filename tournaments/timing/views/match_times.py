"""The time of a match: its players agree on it, a director sets it or reports who is missing; a calendar file."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import me
from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.views.directing import directed
from tournaments.models import Pairing
from tournaments.timing.forms import MissingForm, MoveForm, OffersForm
from tournaments.timing.selectors import calendar
from tournaments.timing.selectors.times import agreement, timing_of
from tournaments.timing.services import absences, appointments, director_timing
from web.errors import DomainError, NotFound
from web.requests import number_in, posted


@login_required
def match_time(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Two players agree when they play: they offer, accept and withdraw times."""
    user, now = me(request), timezone.now()
    terms = agreement(match_id, user, now)
    if terms is None:
        raise NotFound("no_such_match", _("Match not found."))
    verb = request.POST.get("verb", "")
    form = OffersForm(posted(request) if verb == "offer" else None, latest=terms.latest)
    if request.method == "POST" and (verb != "offer" or form.is_valid()):
        try:
            message = _agreed(request, verb, terms.id, form)
        except DomainError as error:
            if verb != "offer":
                raise
            form.add_error(None, error.detail)
        else:
            messages.success(request, message)
            return redirect("match-time", match_id)
    status = 422 if form.errors else 200
    context = {"agreement": terms, "form": form, "zone": user.time_zone}
    return render(request, "tournaments/timing/match_time.html", context, status=status)


def _agreed(request: HttpRequest, verb: str, timing_id: int, form: OffersForm) -> str:
    by, now = me(request), timezone.now()
    if verb == "offer":
        appointments.propose(timing_id, times=form.times(), by=by, now=now)
        return _("Times offered. Your opponent will be notified.")
    if verb == "withdraw":
        appointments.withdraw(timing_id, by=by, now=now)
        return _("Time withdrawn.")
    offer = number_in(request.POST.get("offer", ""))
    if verb != "agree" or offer is None:
        raise NotFound("no_such_time", _("This time is not offered any more. Choose another time."))
    appointments.agree(offer, by=by, now=now)
    return _("Time agreed. You will both get a reminder an hour before.")


@login_required
@require_safe
def match_calendar(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The agreed time as a file for a calendar."""
    terms = agreement(match_id, me(request), timezone.now())
    row = timing_of(match_id)
    if terms is None or row is None or terms.start_at is None:
        raise NotFound("no_such_time", _("No time is agreed for this match yet."))
    response = HttpResponse(calendar.match_ics(row), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="match-{row.pairing_match_id}.ics"'
    return response


@login_required
def pairing_time(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    """A director moves a match to another time, or says who is missing at a table."""
    tournament = directed(request, slug)
    pairings = Pairing.objects.filter(pk=pairing_id, stage__tournament=tournament, voided_at=None)
    pairing = pairings.select_related("round").first()
    if pairing is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    slots = pairing.slots.select_related("entry__player").order_by("side")
    sides = [(slot.entry.pk, slot.entry.title) for slot in slots if slot.entry is not None]
    verb, data, now = request.POST.get("verb", ""), posted(request), timezone.now()
    move = MoveForm(data if verb == "move" else None, prefix="m")
    missing = MissingForm(
        data if verb == "missing" else None, prefix="a", sides=sides, initial={"since": now}
    )
    form = {"move": move, "missing": missing}.get(verb)
    if form is not None and form.is_valid():
        cleaned = form.cleaned_data
        command: dict[str, Any] = {"by": request.user, "now": now}
        if verb == "move":
            director_timing.move_match(
                pairing.pk, at=cleaned["at"], reason=cleaned["reason"], **command
            )
        else:
            absences.report_absent(
                pairing.pk, entry=cleaned["entry"], since=cleaned["since"], **command
            )
        messages.success(request, _("Saved."))
        return redirect("tournament-clocks", slug)
    context = {
        "tournament": tournament,
        "name": names_of(tournament).pairing(pairing),
        "sides": sides,
        "pairing": pairing,
        "on": pairing.pairing_matches.filter(voided_at=None, match__finished_at=None).exists(),
        "move": move,
        "missing": missing,
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/timing/pairing_time.html", context, status=status)
