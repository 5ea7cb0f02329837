"""What ratings add to the page of a player: a card with the figures, the graph and the latest changes."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from ratings.selectors.history import rating_card


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card, in the pool of `?rating=`; nothing for who has no rated match."""
    card = rating_card(player, request.GET.get("rating", "")[:16])
    if card is None:
        return []
    return [render_to_string("ratings/card.html", {"card": card, "shown": player}, request)]
