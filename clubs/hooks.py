"""The place on a club's page where apps above add their own cards, such as the series of the club."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from clubs.models import Club
from web.hooks import Hook

club_page_parts: Hook[Callable[[Club, HttpRequest], list[SafeString]]] = Hook("club_page_parts")
"""Each answers with HTML, a whole `<section class="card">` for each card; an empty list where there is nothing to show."""


def parts_of(club: Club, request: HttpRequest) -> list[SafeString]:
    """What all apps add, in the order in which they were registered."""
    functions = club_page_parts.functions().values()
    return [part for function in functions for part in function(club, request)]
