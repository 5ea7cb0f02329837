"""What series add to pages below: of players, clubs, events and tournaments, the series that they are part of."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player, User
from clubs.models import Club
from clubs.services.hosting import is_organizer_of
from series.models import Series
from series.selectors.series import (
    series_of_club,
    series_of_event,
    series_of_player,
    series_of_tournament,
)
from tournaments.models import Event, Tournament


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card, each series with a link to the player's line; nothing for players without a series. One query."""
    return _card(series_of_player(player), request, player=player.pk)


def club_parts(club: Club, request: HttpRequest) -> list[SafeString]:
    """One card with the series of the club. One query."""
    return _card(series_of_club(club), request)


def tournament_lines(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """The series in which the tournament counts; its organizer can remove it from them. One query, and where it counts one more
    for users."""
    rows = series_of_tournament(tournament)
    user = request.user
    may_remove = bool(rows) and isinstance(user, User) and is_organizer_of(user, tournament)
    return _lines(rows, request, tournament=tournament if may_remove else None)


def event_lines(event: Event, request: HttpRequest) -> list[SafeString]:
    """The series in which a tournament of the event counts. One query."""
    return _lines(series_of_event(event), request)


def _card(rows: list[Series], request: HttpRequest, player: int = 0) -> list[SafeString]:
    context = {"rows": rows, "player": player}
    return [render_to_string("series/card.html", context, request)] if rows else []


def _lines(
    rows: list[Series], request: HttpRequest, tournament: Tournament | None = None
) -> list[SafeString]:
    contexts = [{"series": row, "tournament": tournament} for row in rows]
    return [render_to_string("series/part_of.html", each, request) for each in contexts]
