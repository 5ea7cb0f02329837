"""The desk's page of a tournament that repeats, and the tickets for a tournament."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import me
from satellites.forms import PrizeForm
from satellites.models import SatelliteTournament
from satellites.selectors.satellites import (
    BEFORE,
    is_last,
    is_small_knockout,
    offered_targets,
    place_of,
    places_of,
)
from satellites.selectors.tickets import tickets_for
from satellites.services import satellites
from satellites.services.tickets import is_waiting, takes_tickets, use_ticket
from tournaments.bracket.views.directing import directed, tournament_with_right
from tournaments.models import Tournament
from tournaments.ruling.services.preview import ConfirmationNeeded
from tournaments.ruling.views.preview_flow import confirm_entry_page
from web.errors import DomainError
from web.requests import number_in


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def satellite(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournaments of the satellite. `do`: begin, with the prize, or stop."""
    tournament = directed(request, slug)
    if request.method != "POST":
        return _page(request, tournament, None)
    user, now, do = me(request), timezone.now(), request.POST.get("do", "")
    if do == "stop":
        satellites.stop(tournament.pk, by=user, now=now)
        messages.success(request, _("Repeating stopped."))
        return redirect("tournament-satellite", slug)
    if do != "begin":
        text = _("This page is out of date. Reload it and try again.")
        raise DomainError("bad_verb", text, status=400)
    form = PrizeForm(request.POST, targets=offered_targets(tournament, user))
    if form.is_valid():
        try:
            satellites.begin(tournament.pk, form.cleaned_data["target"], by=user, now=now)
        except DomainError as refused:
            if refused.status == 403:
                raise
            form.add_error(None, refused.detail)
        else:
            messages.success(request, _("Repeating started."))
            return redirect("tournament-satellite", slug)
    return _page(request, tournament, form)


def _page(request: HttpRequest, tournament: Tournament, form: PrizeForm | None) -> HttpResponse:
    place = place_of(tournament)
    is_on = place is not None and place.satellite.ended_at is None
    may_begin = not is_on and tournament.status in BEFORE and is_small_knockout(tournament)
    if may_begin and place is not None and not is_last(place):
        may_begin = False
    if may_begin and form is None:
        target = place.satellite.target_id if place else None
        targets = offered_targets(tournament, me(request))
        form = PrizeForm(targets=targets, initial={"target": target})
    rows = _rows(place) if place else []
    context: dict[str, Any] = {
        "tournament": tournament,
        "place": place,
        "is_on": is_on,
        "form": form if may_begin else None,
        "rows": rows,
        "refusal": _refusal(rows[0]) if rows and is_on else "",
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "satellites/satellite.html", context, status=status)


def _rows(place: SatelliteTournament) -> list[SatelliteTournament]:
    """The satellite's tournaments, each with `may_use`: can its ticket still be used?"""
    rows = list(places_of(place.satellite))
    for row in rows:
        ticket = getattr(row, "ticket", None)
        row.may_use = ticket is not None and takes_tickets(ticket.target)  # type: ignore[attr-defined]  # for the template
    return rows


def _refusal(place: SatelliteTournament) -> str:
    """Why the latest tournament has not started, or the next one has not opened, in the reader's language."""
    return _(place.refusal) if place.refusal else ""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tickets(request: HttpRequest, slug: str) -> HttpResponse:
    """The tickets for a tournament. A POST uses the one in `ticket`; `back` names the satellite's tournament whose page it
    came from."""
    tournament = tournament_with_right(request, slug)
    if request.method != "POST":
        listed = tickets_for(tournament)
        context = {
            "tournament": tournament,
            "tickets": listed,
            "takes_tickets": takes_tickets(tournament),
        }
        return render(request, "satellites/tickets.html", context)
    here = reverse("tournament-tickets", args=[slug])
    number = number_in(request.POST.get("ticket", "")) or 0
    try:
        entry = use_ticket(
            number, by=me(request), now=timezone.now(), confirm=request.POST.get("confirm", "")
        )
    except ConfirmationNeeded as unsure:
        return confirm_entry_page(request, tournament, unsure, here)
    text = _("Entered: %(name)s.")
    if is_waiting(entry):
        text = _("On the waiting list: %(name)s.")
    messages.success(request, text % {"name": entry.title})
    back = request.POST.get("back", "")
    is_satellite = SatelliteTournament.objects.filter(tournament__slug=back).exists()
    return redirect("tournament-satellite", back) if is_satellite else redirect(here)
