"""What each entry has been through in a stage, read off the decisions: for pairing rounds and for tie-breaks.

It must not count anything: points, byes and opponents' sums are made from this by whoever needs them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.base import Decision, Entry, Node

TIED = "tied"  # a session that ended with equal points (T1.2)
PLAYED_KINDS = frozenset({"played", "time", "conceded", TIED})  # what may be rated (T1.2)
UNPLAYED_WINS = frozenset({"bye", "walkover", "forfeit"})


@dataclass(frozen=True, slots=True)
class Meeting:
    """One decided pairing as one of its two entries saw it; without an opponent it was a bye.

    `points` are match points won and lost, `boards` boards won and lost, both zero where they were not recorded.
    """

    key: str
    round: int
    opponent: Entry | None
    won: bool
    kind: str
    points: tuple[int, int] = (0, 0)
    boards: tuple[int, int] = (0, 0)

    @property
    def tied(self) -> bool:
        """Did both have the same points at the end of a session?"""
        return self.kind == TIED

    @property
    def is_played(self) -> bool:
        """Was it played, so that it may be rated and the opponent counts as met over the board?"""
        return self.kind in PLAYED_KINDS


def histories(
    nodes: Iterable[Node], decisions: Mapping[str, Decision]
) -> dict[Entry, list[Meeting]]:
    """Decided pairings of every entry in the order of the nodes; an entry without any is left out."""
    meetings: dict[Entry, list[Meeting]] = {}
    for node in nodes:
        decision = decisions[node.key]
        if decision.is_open:
            continue
        for side in (0, 1):
            entry, other = decision.slots[side], decision.slots[1 - side]
            if isinstance(entry, int):
                opponent = other if isinstance(other, int) else None
                meetings.setdefault(entry, []).append(_meeting(node, decision, entry, opponent))
    return meetings


def paired(nodes: Iterable[Node], decisions: Mapping[str, Decision]) -> set[frozenset[Entry]]:
    """Every two who have been paired, whether or not they played: what a rematch is measured by."""
    pairs: set[frozenset[Entry]] = set()
    for node in nodes:
        both = frozenset(slot for slot in decisions[node.key].slots if isinstance(slot, int))
        if len(both) == 2:
            pairs.add(both)
    return pairs


def _meeting(node: Node, decision: Decision, entry: Entry, opponent: Entry | None) -> Meeting:
    return Meeting(
        key=node.key,
        round=node.round,
        opponent=opponent,
        won=decision.recorded_winner == entry,
        kind=decision.kind,
        points=_own_first(decision.score, entry),
        boards=_own_first(decision.boards, entry),
    )


def _own_first(values: tuple[tuple[Entry, int], ...], entry: Entry) -> tuple[int, int]:
    own = others = 0  # a loop: tables ask this of every pairing, twice
    for who, value in values:
        if who == entry:
            own += value
        else:
            others += value
    return own, others
