"""The page on which a director copies the pairings of a round as text."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.views.directing import directed
from tournaments.printing.selectors.pairings_text import pairings_text
from tournaments.printing.selectors.paper_content import open_pairings
from tournaments.printing.views.paper_request import PaperRequest


@login_required
@require_safe
def pairings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All open pairings, or those of one round (`?round=`). For directors only."""
    tournament = directed(request, slug)
    asked = PaperRequest(request, tournament)
    rounds = bracket_view(tournament, request.user)
    heads = [row for row in rounds if any(s.player for p in row.pairings for s in p.slots)]
    chosen = asked.round if asked.round in {row.id for row in heads} else None
    text = pairings_text(tournament, open_pairings(rounds, chosen))
    context = {
        "tournament": tournament,
        "rounds": heads,
        "several": len({row.stage for row in heads}) > 1,
        "chosen": chosen,
        "text": text,
        "lines": min(30, text.count("\n") + 2),
    }
    return render(request, "tournaments/printing/pairings_text.html", context)
