"""The search for a player on a page of a tournament: a single match leads to that player's place, several are listed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from tournaments.bracket.selectors import entry_search
from tournaments.bracket.selectors.entry_search import EntryName
from tournaments.models import Tournament

LONGEST = 80
MOST = 300  # entries searched in the rounds; not all of a name need be there
Places = Callable[[list[int]], Mapping[int, str]]
"""The links of these entries, made by `place`; entries that are not shown have none."""


def asked_among(request: HttpRequest, shown: Tournament) -> Sequence[EntryName]:
    """Everybody in the tournament, if a player is searched for."""
    return entry_search.people(shown) if _asked(request) else ()


def looked_up(request: HttpRequest, people: Sequence[EntryName], places: Places) -> dict[str, Any]:
    """For the template: the query, the players of that name with their links, and who is followed.

    `to` alone: the link of the only match.
    """
    asked = _asked(request)
    called = entry_search.matching(people, asked, MOST)
    at = places([person.entry for person in called]) if called else {}
    there = [person for person in called if person.entry in at][: entry_search.SHOWN]
    if len(there) == 1:
        return {"to": at[there[0].entry]}
    numbers = entry_search.numbers_of_namesakes(there)
    listed = [(person.name, numbers.get(person.entry), at[person.entry]) for person in there]
    return {"find": asked, "matches": listed, "follow": small_number_in(request.GET.get("follow"))}


def place(request: HttpRequest, entry: int, anchor: str, **where: object) -> str:
    """The same page with this entry followed, at the place where it is shown."""
    again = request.GET.copy()
    for name in ("find", "key", "page", "section", "from", "why"):
        again.pop(name, None)
    for name, value in {**where, "follow": entry}.items():
        again[name] = str(value)
    return f"?{again.urlencode()}#{anchor}"


def small_number_in(text: str | None) -> int | None:
    """A number of up to nine digits in a query parameter; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def _asked(request: HttpRequest) -> str:
    return request.GET.get("find", "").strip()[:LONGEST]
