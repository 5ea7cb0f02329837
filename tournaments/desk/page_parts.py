"""Places of the desk where apps above add links: below the seeds, such as to seeding by rating; beside the terms of a tournament;
above its entries; and the menu of an event."""

from collections.abc import Callable

from tournaments.models import Event, Tournament
from web.hooks import Hook

seeding_links: Hook[Callable[[Tournament], list[tuple[str, str]]]] = Hook("seeding_links")
"""Each answers with (text, address) pairs for a tournament that has not started; its reader may direct it."""

setup_links: Hook[Callable[[Tournament], list[tuple[str, str]]]] = Hook("setup_links")
"""Each answers with (text, address) pairs for the step where a tournament is set up; its reader may direct it."""

entries_links: Hook[Callable[[Tournament], list[tuple[str, str]]]] = Hook("entries_links")
"""Each answers with (text, address) pairs for the head of the entries; its reader may take entries."""

event_links: Hook[Callable[[Event], list[tuple[str, str]]]] = Hook("event_links")
"""Each answers with (text, address) pairs for the menu of an event's desk; its reader may direct it."""


def links_of_event(event: Event) -> list[tuple[str, str]]:
    """What all apps add, in the order in which they were registered."""
    functions = event_links.functions().values()
    return [each for function in functions for each in function(event)]


def setup_links_of(tournament: Tournament) -> list[tuple[str, str]]:
    """What all apps add, in the order in which they were registered."""
    functions = setup_links.functions().values()
    return [each for function in functions for each in function(tournament)]


def entries_links_of(tournament: Tournament) -> list[tuple[str, str]]:
    """What all apps add, in the order in which they were registered."""
    functions = entries_links.functions().values()
    return [each for function in functions for each in function(tournament)]


def links_of(tournament: Tournament) -> list[tuple[str, str]]:
    """What all apps add, in the order in which they were registered."""
    functions = seeding_links.functions().values()
    return [each for function in functions for each in function(tournament)]
