"""Where apps above say whom a leaderboard can be cut down to, such as the members of a club."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet

from web.hooks import Hook

leader_clubs: Hook[Callable[[str], Sequence[tuple[str, str]]]] = Hook("leader_clubs")
"""The clubs to choose from: (address, name), by name; among them the one with this address, where a reader may see it."""
club_players: Hook[Callable[[str], QuerySet[Any, Any] | None]] = Hook("club_players")
"""The numbers of the players of a club, by its address, as a query to put into another; None where there is no such club."""


def clubs_to_choose(asked: str) -> list[tuple[str, str]]:
    """The choices of all apps."""
    return [row for choices in leader_clubs.functions().values() for row in choices(asked)]


def players_of_club(slug: str) -> QuerySet[Any, Any] | None:
    """From the first app that knows the club; one query at most in each."""
    answers = (find(slug) for find in club_players.functions().values())
    return next((players for players in answers if players is not None), None)
