"""The place in the head of a tournament's page where apps above add lines, such as the average rating of its field."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tournaments.models import Tournament
from web.hooks import Hook

tournament_page_parts: Hook[Callable[[Tournament, HttpRequest], list[SafeString]]] = Hook(
    "tournament_page_parts"
)
"""Each answers with HTML, a paragraph for each line; an empty list where there is nothing to show. What it says must follow
from what the viewer of this request may see, and change with the version of the tournament only: pages are cached by it."""


def parts_of(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """What all apps add, in the order in which they were registered."""
    functions = tournament_page_parts.functions().values()
    return [part for function in functions for part in function(tournament, request)]
