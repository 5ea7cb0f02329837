"""Places where apps above add to these pages: lines in the head of a tournament's page, and groups of search hits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tournaments.core.permissions import Viewer
from tournaments.models import Tournament
from web.hooks import Hook

tournament_page_parts: Hook[Callable[[Tournament, HttpRequest], list[SafeString]]] = Hook(
    "tournament_page_parts"
)
"""Each answers with HTML, a paragraph for each line; an empty list where there is nothing to show. What it says must follow
from what the viewer of this request may see, and change with the version of the tournament only: pages are cached by it."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """What a search has found: `note` stands beside the name, `country` is a code of two letters; both may be empty."""

    name: str
    note: str
    url: str
    country: str = ""


@dataclass(frozen=True, slots=True)
class SearchGroup:
    """Hits of one kind, such as clubs, in the reader's language."""

    name: str
    hits: Sequence[SearchHit]


search_groups: Hook[Callable[[Sequence[str], Viewer, int], SearchGroup]] = Hook("search_groups")
"""Each answers with what this viewer may see whose name contains each of these words, at most that many."""


def parts_of(tournament: Tournament, request: HttpRequest) -> list[SafeString]:
    """What all apps add, in the order in which they were registered."""
    functions = tournament_page_parts.functions().values()
    return [part for function in functions for part in function(tournament, request)]
