"""The page of a rehearsal: its progress, and the buttons that play it. For directors of the tournament only."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.views.directing import directed
from tournaments.models import Tournament
from tournaments.rehearsal.forms import RehearsalForm
from tournaments.rehearsal.selectors.rehearsal import stages_so_far
from tournaments.rehearsal.services import simulated_play
from tournaments.rehearsal.services.rehearsal import (
    most_here,
    origin_of,
    rehearsals_of,
    rehearse,
    throw_away,
    usual_number,
)
from tournaments.rehearsal.services.simulated_play import PlayProgress
from tournaments.setup.selectors.rule_card import rule_card
from web.errors import NotFound
from web.requests import posted

SHOWN = 12
PlayAction = Callable[..., PlayProgress]
VERBS: dict[str, PlayAction] = {
    "one": simulated_play.decide_next,
    "round": simulated_play.play_round,
    "end": simulated_play.play_to_end,
}


@login_required
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the number of players, then begin a rehearsal of this tournament in place of the previous one."""
    tournament = directed(request, slug)
    most, usual = most_here(tournament), usual_number(tournament)
    form = RehearsalForm(posted(request), most=most, initial={"number": usual})
    if request.method == "POST" and form.is_valid():
        number, now = form.cleaned_data["number"], timezone.now()
        made = rehearse(tournament.pk, by=request.user, number=number, now=now)
        return redirect("tournament-rehearsal", made.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "before": rehearsals_of(tournament).first(),
        "card": rule_card(tournament),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/rehearsal/begin.html", context, status=status)


@login_required
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The progress of the rehearsal."""
    rehearsal = _rehearsal(request, slug)
    rows = standing_rows(rehearsal)
    context: dict[str, Any] = {
        "tournament": rehearsal,
        "origin": origin_of(rehearsal),
        "stages": stages_so_far(rehearsal),
        "rows": rows[:SHOWN],
        "more": max(0, len(rows) - SHOWN),
        "is_over": rehearsal.status != Tournament.Status.RUNNING,
    }
    return render(request, "tournaments/rehearsal/rehearsal.html", context)


@login_required
@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Decide one match, a round, or everything; or delete the rehearsal."""
    rehearsal = _rehearsal(request, slug)
    verb = request.POST.get("verb", "")
    if verb == "away":
        origin = origin_of(rehearsal)
        throw_away(rehearsal.pk, by=request.user)
        messages.success(request, _("Rehearsal deleted."))
        there = reverse("tournament-manage", args=[origin.slug]) if origin else reverse("home")
        return HttpResponseRedirect(there)
    if verb not in VERBS:
        raise NotFound("no_such_verb", _("This page is out of date. Reload it and try again."))
    now: datetime = timezone.now()
    done = VERBS[verb](rehearsal.pk, by=request.user, now=now)
    text = ngettext("%(n)d match decided.", "%(n)d matches decided.", done.decided)
    messages.success(request, text % {"n": done.decided})
    return redirect("tournament-rehearsal", slug)


def _rehearsal(request: HttpRequest, slug: str) -> Tournament:
    tournament = directed(request, slug)
    if not tournament.is_rehearsal:
        raise NotFound("no_rehearsal", _("This is not a rehearsal."))
    return tournament
