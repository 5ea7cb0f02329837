"""What ratings add to the page of a player: a card with the figures, the graph and the latest changes."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from ratings.selectors.external import external_ratings
from ratings.selectors.history import rating_card


def parts(player: Player, request: HttpRequest) -> list[SafeString]:
    """One card, in the pool of `?rating=`, with the external ratings; nothing for players who have neither."""
    card = rating_card(player, request.GET.get("rating", "")[:16])
    external = external_ratings(player)
    shown = {"card": card, "shown": player, "external": external}
    if card is not None:
        return [render_to_string("ratings/card.html", shown, request)]
    return [render_to_string("ratings/external_card.html", shown, request)] if external else []
