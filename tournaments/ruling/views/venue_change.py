"""Moving a pairing, or a round, to the playing room or online, after its preview is confirmed."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.names import names_of
from tournaments.bracket.selectors.venue_mode import on_board
from tournaments.bracket.views.directing import directed
from tournaments.models import Pairing, Round, Tournament
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.venue_change import MovePairing, MoveRound
from tournaments.ruling.views.preview_flow import confirmed
from web.errors import NotFound
from web.requests import typed_in


@login_required
def pairing(request: HttpRequest, slug: str, pairing_id: int) -> HttpResponse:
    tournament = directed(request, slug)
    pairings = Pairing.objects.filter(pk=pairing_id, stage__tournament=tournament, voided_at=None)
    row = pairings.first()
    if row is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    there = not on_board(tournament, [row])
    action = MovePairing(pairing_id=row.pk, on_board=there)
    return _move(request, tournament, action, there=there, what=names_of(tournament).pairing(row))


@login_required
def whole_round(request: HttpRequest, slug: str, round_id: int) -> HttpResponse:
    tournament = directed(request, slug)
    rounds = Round.objects.filter(pk=round_id, stage__tournament=tournament, voided_at=None)
    row = rounds.first()
    if row is None:
        raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
    open_still = list(row.pairings.filter(voided_at=None, decided_at=None))
    there = not on_board(tournament, open_still)
    action = MoveRound(round_id=row.pk, on_board=there)
    what = names_of(tournament).full_round(row)
    return _move(request, tournament, action, there=there, what=what)


def _move(
    request: HttpRequest,
    tournament: Tournament,
    action: DirectorAction[Any],
    *,
    there: bool,
    what: str,
) -> HttpResponse:
    title = _("%(what)s: move to playing room") if there else _("%(what)s: move online")
    title %= {"what": what}
    if request.method == "POST":
        return confirmed(
            request, tournament, action, title=title, reason=typed_in(request, "reason")
        )
    context = {
        "tournament": tournament,
        "title": title,
        "text": _("Matches that have started finish where they are. This move can be undone."),
    }
    return render(request, "tournaments/ruling/venue_change.html", context)
