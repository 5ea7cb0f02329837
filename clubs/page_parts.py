"""What clubs add to pages below: to that of a player a card with their clubs, to those of events and tournaments the club
that runs them."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.impersonated_request import acting_user
from accounts.models import Player
from clubs.models import Club
from clubs.selectors.clubs import clubs_of, own_clubs
from clubs.selectors.programme import club_of_event, club_of_tournament, organized_hostings
from tournaments.models import Event, Tournament


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card; nothing for players without a club. Their own also has hidden clubs, and what clubs show of theirs."""
    user = acting_user(request)
    is_own = user is not None and user.pk == player.user_id
    rows = own_clubs(player) if is_own else clubs_of(player)
    hostings = organized_hostings(user) if user is not None and is_own else []
    context = {"rows": rows, "hostings": hostings, "is_own": is_own}
    return [render_to_string("clubs/card.html", context, request)] if rows or hostings else []


def tournament_line(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """The club that runs the tournament or its event. One query."""
    return _line(club_of_tournament(tournament), request)


def event_line(event: Event, request: HttpRequest) -> list[SafeString]:
    """The club that runs the event. One query."""
    return _line(club_of_event(event), request)


def _line(club: Club | None, request: HttpRequest) -> list[SafeString]:
    return [] if club is None else [render_to_string("clubs/run_by.html", {"club": club}, request)]
