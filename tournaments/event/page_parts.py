"""Places where apps above add to the page of an event, such as the rating list of the event, and to the heads of pages."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tournaments.models import Event, Tournament
from web.hooks import Hook


class EventPart(NamedTuple):
    """HTML that is drawn when the page is; `version` changes with it, because pages are cached."""

    version: str
    draw: Callable[[HttpRequest], SafeString]


event_page_parts: Hook[Callable[[Event], list[EventPart]]] = Hook("event_page_parts")
"""Each answers with the parts for an event that the viewer may see; everybody sees the same."""


def parts_of(event: Event) -> list[EventPart]:
    """What all apps add, in the order in which they were registered."""
    functions = event_page_parts.functions().values()
    return [part for function in functions for part in function(event)]


event_head_lines: Hook[Callable[[Event, HttpRequest], list[SafeString]]] = Hook("event_head_lines")
"""Each answers with HTML, a paragraph for each line of the poster. What it says must be what anybody may see, and change with
the version of the event only: pages are cached by it."""


def head_lines_of(event: Event, request: HttpRequest) -> list[SafeString]:
    """What all apps add to the poster, in the order in which they were registered."""
    functions = event_head_lines.functions().values()
    return [line for function in functions for line in function(event, request)]


class AlternateLink(NamedTuple):
    """Another form of a page, for programs: its MIME type, a title in the reader's language, its address."""

    type: str
    title: str
    url: str


alternate_links: Hook[Callable[[Tournament | Event], list[AlternateLink]]] = Hook("alternate_links")
"""Each answers with links for the head of the page of a tournament or an event, the same for everybody."""


def alternates_of(subject: Tournament | Event) -> list[AlternateLink]:
    """What all apps add, in the order in which they were registered."""
    functions = alternate_links.functions().values()
    return [link for function in functions for link in function(subject)]
