"""Scores against the field, where the tables of a round had the same dice (T6.21). Exact; it gives no places."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from tournaments.formats.base import Decision, Entry, Node
from tournaments.formats.history import TIED

COMPARED: Final = frozenset({"played", TIED})
"""Matches that were played to their end: what is cut short by a forfeit or a flag says nothing of the dice."""
FEWEST: Final = 2


@dataclass(slots=True)
class FieldScores:
    """By entry: the sum over all rounds, and how many matches it is made of."""

    totals: dict[Entry, Fraction] = field(default_factory=dict)
    boards: dict[Entry, int] = field(default_factory=dict)

    def add(self, entry: Entry, score: Fraction) -> None:
        """One match more."""
        self.totals[entry] = self.totals.get(entry, Fraction(0)) + score
        self.boards[entry] = self.boards.get(entry, 0) + 1


@dataclass(frozen=True, slots=True)
class FieldBoard:
    """One match that is compared: its sides, and the points of the first less those of the second."""

    key: str
    first: Entry
    second: Entry
    net: int


@dataclass(frozen=True, slots=True)
class ComparedField:
    """The matches that had the same dice, and the mean of their nets."""

    boards: tuple[FieldBoard, ...]

    @property
    def average(self) -> Fraction:
        return Fraction(sum(board.net for board in self.boards), len(self.boards))

    def score(self, board: FieldBoard) -> Fraction:
        """What the first side scores; the second side scores the negative."""
        return board.net - self.average


def compared_fields(
    nodes: Iterable[Node], decisions: Mapping[str, Decision], fields: Mapping[str, str]
) -> dict[str, ComparedField]:
    """By shared dice, the matches to compare. `fields` says by pairing which dice it shared; one match alone is no field."""
    boards: dict[str, list[FieldBoard]] = {}
    for node in nodes:
        decision, dice = decisions[node.key], fields.get(node.key)
        first, second = decision.slots
        if dice is None or decision.kind not in COMPARED:
            continue
        if isinstance(first, int) and isinstance(second, int):
            points = dict(decision.score)
            net = points.get(first, 0) - points.get(second, 0)
            boards.setdefault(dice, []).append(FieldBoard(node.key, first, second, net))
    return {
        dice: ComparedField(tuple(compared))
        for dice, compared in boards.items()
        if len(compared) >= FEWEST
    }


def field_scores(
    nodes: Iterable[Node], decisions: Mapping[str, Decision], fields: Mapping[str, str]
) -> FieldScores:
    """The scores of all rounds together; the arguments are those of `compared_fields`."""
    scores = FieldScores()
    for compared in compared_fields(nodes, decisions, fields).values():
        for board in compared.boards:
            scores.add(board.first, compared.score(board))
            scores.add(board.second, -compared.score(board))
    return scores
