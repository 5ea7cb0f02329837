"""The place on a player's page where apps above add their own parts, such as a rating with its graph."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts.models import Player
from web.hooks import Hook

CardMaker = Callable[[Player, HttpRequest], list[SafeString]]
player_page_parts: Hook[CardMaker] = Hook("player_page_parts")
"""Each answers with HTML for the page of that player, as the viewer of this request may see it: one string for each card,
a whole `<section class="card">` with its heading; an empty list where there is nothing to show. A page calls each once."""
player_belonging_parts: Hook[CardMaker] = Hook("player_belonging_parts")
"""The same for what the player belongs to, such as clubs. These cards come last, after the figures."""


def parts_of(player: Player, request: HttpRequest) -> list[SafeString]:
    """What all apps add first, in the order in which they were registered."""
    return _called(player_page_parts, player, request)


def belonging_parts_of(player: Player, request: HttpRequest) -> list[SafeString]:
    """What all apps add last."""
    return _called(player_belonging_parts, player, request)


def _called(hook: Hook[CardMaker], player: Player, request: HttpRequest) -> list[SafeString]:
    return [part for function in hook.functions().values() for part in function(player, request)]
