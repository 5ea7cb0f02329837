"""The place on the page of an event where apps above add parts, such as the rating list of the event."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tournaments.models import Event
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
