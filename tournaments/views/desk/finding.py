"""The command palette: what fits to what was typed, as options of a list."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.permissions import Right, may
from tournaments.selectors.desk.palette import hits
from tournaments.selectors.tournament.names import rounds_of
from tournaments.views.desk.director import at_desk


@login_required
@require_safe
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Players, matches and actions that fit; what the viewer may not do is not among them."""
    tournament = at_desk(request, slug)
    rights = frozenset(right for right in Right if may(request.user, tournament, right))
    asked = request.GET.get("q", "")[:80]
    found = hits(tournament, rounds_of(tournament), asked, rights)
    context = {"hits": found, "asked": asked}
    return render(request, "tournaments/parts/desk_found.html", context)
