"""The desk's list of slow matches, of all tournaments that share the playing room."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.bracket.selectors import change_key
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.desk.selectors.room_scope import scored_together
from tournaments.desk.selectors.slow_matches import slow_matches
from tournaments.timing.selectors.pace import ENOUGH
from web.requests import by_htmx

AGAIN_S = 30  # minutes pass without any change


@login_required
@require_safe
@vary_on_headers("HX-Request")
def slow(request: HttpRequest, slug: str) -> HttpResponse:
    """The list. The page polls with the key of what it shows; 204: nothing has changed."""
    tournament, now = tournament_with_right(request, slug), timezone.now()
    scope = scored_together(tournament, request.user)
    fresh = change_key.desk_key([at.tournament for at in scope.values()])
    key = f"{fresh}.{int(now.timestamp()) // AGAIN_S}"
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "key": key,
        "listed": slow_matches(scope, request.user, now),
        "enough": ENOUGH,
    }
    part = "slow_matches_live.html" if by_htmx(request) else "slow_matches.html"
    return render(request, f"tournaments/desk/{part}", context)
