"""One round: who has the bye (T6.3), who meets whom (T6.4). Other modules decide what a score is, and when to pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.formats.base import Entry
from tournaments.formats.fold import commonest, folded_round, least_forbidden
from tournaments.formats.matching import Pair, cheapest
from tournaments.formats.swiss_cost import FREE, Cost, Field

EXACT_UP_TO = 256
TRIED_BYES = 8  # of a field too large to weigh every bye at once


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Pairs as (better, worse), in order; `method` is exact or fold.

    `optimal` says that no pairing costs less, after a fold only in forbidden pairs, rematches and gaps.
    """

    field: Field
    pairs: tuple[Pair, ...]
    bye: Entry | None
    cost: Cost
    method: str
    optimal: bool

    @property
    def is_clean(self) -> bool:
        return self.cost.forbidden == self.cost.rematches == 0


def pair_up(field: Field, bye_order: Sequence[Entry]) -> PairedRound:
    """A round of the whole field. `bye_order` are those who may have the bye, whoever should have it first."""
    if len(field.players) % 2 == 0:
        return _matched(field, None)
    if len(field.players) > EXACT_UP_TO:
        return _of_a_large_odd_field(field, bye_order)
    first = _matched(field.without(bye_order[0]), bye_order[0])
    if first.is_clean or len(bye_order) == 1:
        return first
    bye = _kindest_bye(field, bye_order)
    return first if bye == first.bye else _matched(field.without(bye), bye)


def _of_a_large_odd_field(field: Field, bye_order: Sequence[Entry]) -> PairedRound:
    """The first bye that leaves nothing wrong but what a label that most bear makes unavoidable; else the least wrong.

    Tried are the first few, and the first with that label.
    """
    label, _ = commonest(field)
    bearers = (entry for entry in bye_order if label in field.labels.get(entry, ()))
    may = dict.fromkeys([*bye_order[:TRIED_BYES], *islice(bearers, 1)])
    floors = {bye: least_forbidden(field.without(bye)) if label else 0 for bye in may}
    tried: list[PairedRound] = []
    for bye in sorted(may, key=lambda entry: floors[entry]):
        tried.append(_matched(field.without(bye), bye))
        if tried[-1].cost[:2] == (floors[bye], 0):
            break
    return min(tried, key=lambda made: made.cost[:2])


def _kindest_bye(field: Field, bye_order: Sequence[Entry]) -> Entry:
    """The first in that order without whom the rest has fewest forbidden pairs, then fewest rematches.

    All byes are weighed in one matching: "nobody" is one more node, and its partner has the bye.
    """
    nobody = len(field.players)
    index = {player.entry: i for i, player in enumerate(field.players)}
    edges = [(i, j, (*field.cost(i, j)[:2], 0)) for j in range(nobody) for i in range(j)]
    edges += [(index[entry], nobody, (0, 0, turn)) for turn, entry in enumerate(bye_order)]
    matched = cheapest(edges, ties=False)
    return next(field.players[i].entry for i, j in matched if j == nobody)


def _matched(field: Field, bye: Entry | None) -> PairedRound:
    if not field.players:
        return PairedRound(field, (), bye, FREE, "exact", True)
    if len(field.players) <= EXACT_UP_TO:
        pairs = exact(field)
        return PairedRound(field, pairs, bye, field.total(pairs), "exact", True)
    pairs, optimal = folded_round(field)
    return PairedRound(field, pairs, bye, field.total(pairs), "fold", optimal)


def exact(field: Field) -> tuple[Pair, ...]:
    """The cheapest pairing; of equally cheap ones the lexicographically smallest by place."""
    by_place = sorted(range(len(field.players)), key=lambda i: field.players[i].place)
    place = {i: number for number, i in enumerate(by_place)}
    edges = [
        (min(place[i], place[j]), max(place[i], place[j]), field.cost(i, j))
        for j in range(len(by_place))
        for i in range(j)
    ]
    pairs = [(by_place[i], by_place[j]) for i, j in cheapest(edges)]
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))
