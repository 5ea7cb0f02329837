"""What clubs add to the page of a player: a card with the clubs they are in."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from clubs.selectors.clubs import clubs_of


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card; nothing for players without a club."""
    rows = clubs_of(player)
    return [render_to_string("clubs/card.html", {"rows": rows}, request)] if rows else []
