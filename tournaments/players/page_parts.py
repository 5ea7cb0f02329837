"""The place on a player's page where apps above add their own parts, such as a rating with its graph."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts.models import Player
from web.hooks import Hook

player_page_parts: Hook[Callable[[Player, HttpRequest], list[SafeString]]] = Hook(
    "player_page_parts"
)
"""Each answers with HTML for the page of that player, as the viewer of this request may see it: one string for each card,
a whole `<section class="card">` with its heading; an empty list where there is nothing to show. A page calls each once."""


def parts_of(player: Player, request: HttpRequest) -> list[SafeString]:
    """What all apps add, in the order in which they were registered."""
    functions = player_page_parts.functions().values()
    return [part for function in functions for part in function(player, request)]
