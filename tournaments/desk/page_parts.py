"""The place below the seeds of the desk where apps above add links, such as to seeding by rating."""

from collections.abc import Callable

from tournaments.models import Tournament
from web.hooks import Hook

seeding_links: Hook[Callable[[Tournament], list[tuple[str, str]]]] = Hook("seeding_links")
"""Each answers with (text, address) pairs for a tournament that has not started; its reader may direct it."""


def links_of(tournament: Tournament) -> list[tuple[str, str]]:
    """What all apps add, in the order in which they were registered."""
    functions = seeding_links.functions().values()
    return [each for function in functions for each in function(tournament)]
