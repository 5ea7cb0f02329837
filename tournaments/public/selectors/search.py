"""The search of the top bar: players, tournaments, events and clubs whose name contains every word of a text.

Of each at most ten. Names of players are searched without their accents, and names that begin with the text come first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Player
from accounts.selectors import NO_GUEST
from tournaments.bracket.selectors.lists import visible
from tournaments.core.permissions import Viewer
from tournaments.event.selectors import events
from tournaments.models import Event, Tournament
from tournaments.public.page_parts import SearchGroup, search_groups
from web.folding import fold

LONGEST = 80
MOST_WORDS = 5
MOST_HITS = 10


@dataclass(frozen=True, slots=True)
class SearchResults:
    """At most `MOST_HITS` of each kind; all empty for a text without a word."""

    players: Sequence[Player] = ()
    tournaments: Sequence[Tournament] = ()
    events: Sequence[Event] = ()
    groups: Sequence[SearchGroup] = ()
    """What apps above have found; none of them is empty."""

    def __bool__(self) -> bool:
        return bool(self.players or self.tournaments or self.events or self.groups)


def searched_text(text: str) -> str:
    """The text as it is searched for and shown again: without control characters, spaces made one, at most 80 characters."""
    printable = "".join(c if c.isprintable() else " " for c in text[: 2 * LONGEST])
    return " ".join(printable.split())[:LONGEST].strip()


def search(text: str, viewer: Viewer) -> SearchResults:
    """What the viewer may see, of each kind the best ten. Four queries at most, and one for each group."""
    words = searched_text(text).split()[:MOST_WORDS]
    if not words:
        return SearchResults()
    by_name = Q()
    for word in words:
        by_name &= Q(name__icontains=word)
    fields = ("pk", "slug", "name", "status", "starts_at")
    tournaments = visible(viewer).filter(by_name).only(*fields).order_by("-created_at", "-id")
    gatherings = events.reachable(viewer).filter(by_name).order_by("-starts_on", "-id")
    of_apps_above = [find(words, viewer, MOST_HITS) for find in search_groups.functions().values()]
    return SearchResults(
        _players(words),
        list(tournaments[:MOST_HITS]),
        list(gatherings[:MOST_HITS]),
        [group for group in of_apps_above if group.hits],
    )


def _players(words: Sequence[str]) -> list[Player]:
    """Names that begin so, then all others; the second query is left out where the first has ten."""
    folded = [fold(word) for word in words]
    whole = " ".join(folded)
    named = _named(folded)
    first = list(named.filter(search_name__startswith=whole, search_name__gte=whole)[:MOST_HITS])
    if len(first) == MOST_HITS:
        return first
    others = named.exclude(search_name__startswith=whole)
    return first + list(others[: MOST_HITS - len(first)])


def _named(words: Sequence[str]) -> QuerySet[Player]:
    """In the order of the index accounts_player_by_name, so that the database stops at the tenth."""
    players = Player.objects.filter(NO_GUEST, anonymised_at=None)
    for word in words:
        players = players.filter(search_name__contains=word)
    return players.order_by("search_name", "id")
