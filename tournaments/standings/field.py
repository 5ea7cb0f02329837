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


def field_scores(
    nodes: Iterable[Node], decisions: Mapping[str, Decision], fields: Mapping[str, str]
) -> FieldScores:
    """`fields` says by pairing which dice it shared. The datum of a field is the mean of what its first sides won net.

    The first side scores its net less the datum, the second side the negative of that. A field of one match scores nothing.
    """
    nets: dict[str, list[tuple[Entry, Entry, int]]] = {}
    for node in nodes:
        decision, dice = decisions[node.key], fields.get(node.key)
        first, second = decision.slots
        if dice is None or decision.kind not in COMPARED:
            continue
        if isinstance(first, int) and isinstance(second, int):
            points = dict(decision.score)
            net = points.get(first, 0) - points.get(second, 0)
            nets.setdefault(dice, []).append((first, second, net))
    scores = FieldScores()
    for compared in nets.values():
        if len(compared) < FEWEST:
            continue
        datum = Fraction(sum(net for _first, _second, net in compared), len(compared))
        for first, second, net in compared:
            scores.add(first, net - datum)
            scores.add(second, datum - net)
    return scores
