"""What leagues add to pages below: of clubs their leagues, of tournaments the league of which they are a division."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from clubs.models import Club
from leagues.selectors.leagues import division_of, leagues_of_club
from tournaments.models import Tournament


def club_parts(club: Club, request: HttpRequest) -> list[SafeString]:
    """One card with the leagues of the club. One query."""
    rows = leagues_of_club(club)
    return [render_to_string("leagues/card.html", {"rows": rows}, request)] if rows else []


def tournament_lines(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """The league and the season of which the tournament is a division. One query."""
    division = division_of(tournament)
    if division is None:
        return []
    return [render_to_string("leagues/part_of.html", {"division": division}, request)]
