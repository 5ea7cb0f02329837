"""What players and directors ask of the pairing of rounds: a bye, an early end, two who are to meet. It pairs nobody.

Two who must not meet share a label instead (Position.labels), so every format keeps them apart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tournaments.formats.base import Decision, Entrants, Entry, Node

REQUESTED: Final[Mapping[str, int]] = {"half": 1, "none": 0}  # half points for a bye on request
MUST_NOT_MEET: Final = "forbidden"  # the kind of a label that two share who must not meet


@dataclass(frozen=True, slots=True)
class Requests:
    """`byes`: the rounds that an entry sits out. `last_rounds`: the last round that an entry plays. `wished`: by round, the
    pairs who are to meet in it."""

    byes: Mapping[Entry, frozenset[int]] = field(default_factory=dict)
    last_rounds: Mapping[Entry, int] = field(default_factory=dict)
    wished: Mapping[int, tuple[tuple[Entry, Entry], ...]] = field(default_factory=dict)

    def plays(self, entry: Entry, number: int) -> bool:
        """Does nothing that was asked keep this entry out of the round?"""
        return number not in self.byes.get(entry, ()) and not self.has_left(entry, number)

    def has_left(self, entry: Entry, number: int) -> bool:
        last = self.last_rounds.get(entry)
        return last is not None and number > last


NO_REQUESTS: Final = Requests()


def forbidden_label(first: Entry, second: Entry) -> str:
    """The label that keeps two entries apart.

    >>> forbidden_label(7, 4)
    'forbidden:4-7'
    """
    low, high = sorted((first, second))
    return f"{MUST_NOT_MEET}:{low}-{high}"


def sat_out(
    requests: Requests,
    entrants: Entrants,
    nodes: Iterable[Node],
    decisions: Mapping[str, Decision],
) -> dict[Entry, frozenset[int]]:
    """The drawn rounds that each entry sits out at its request; not those in which a director has seated it after all, nor
    those before it joined or after its last round."""
    if not requests.byes:
        return {}
    drawn: set[int] = set()
    seated: set[tuple[Entry, int]] = set()
    for node in nodes:
        drawn.add(node.round)
        seated |= {
            (slot, node.round) for slot in decisions[node.key].slots if isinstance(slot, int)
        }

    def sits_out(entry: Entry, number: int) -> bool:
        has_begun = number >= entrants.joined.get(entry, 1)
        return has_begun and not requests.has_left(entry, number) and (entry, number) not in seated

    return {
        entry: frozenset(n for n in rounds if n in drawn and sits_out(entry, n))
        for entry, rounds in requests.byes.items()
    }
