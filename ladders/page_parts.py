"""What ladders add to pages below: of clubs their ladders, of players their places."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from clubs.models import Club
from ladders.selectors.ladders import is_officer, ladders_of_club, places_of_player


def club_parts(club: Club, request: HttpRequest) -> list[SafeString]:
    """One card with the ladders of the club; its officers can start one. One query, and for users one more."""
    rows, may_start = ladders_of_club(club), is_officer(request.user, club.pk)
    context = {"rows": rows, "club": club, "may_start": may_start}
    is_shown = rows or may_start
    return [render_to_string("ladders/club_card.html", context, request)] if is_shown else []


def player_parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card with the player's places. One query."""
    rows = places_of_player(player)
    context = {"rows": rows}
    return [render_to_string("ladders/player_card.html", context, request)] if rows else []
