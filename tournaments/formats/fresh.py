"""A new draw among those who have lost, once they are all known (T4.2). It must not know which losers, or why.

How to check one: list the losers in the order of the pairings they lost, shuffle them as in draw.py with the seed
derived for this purpose (apart.py), and put those with more wins in this stage in front. The list fills a bracket of
its own like any draw, so byes go to those with most wins. Then slots are exchanged as in apart.py, where two who have
met weigh as much as ten shared labels; a bye may be exchanged for a pairing only between two with the same right to it. If two would
still meet again at once, and at most twelve have no bye, the first way to avoid it is taken: byes are tried by right.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from tournaments.formats.apart import derived, exchanged
from tournaments.formats.base import Entry, LoserOf, Node, NoOne, Source
from tournaments.formats.draw import shuffled
from tournaments.formats.history import histories, paired
from tournaments.formats.knockout import bracket_size, folded
from tournaments.formats.protocol import FreshDraw, Position

NO_MATCH = frozenset({"bye", "walkover"})
MET_WEIGHS = 10
SEARCHED = 12  # so many without a bye can be paired in all ways; more find their way by exchanges
BYE_CHOICES = 2_000

Pairs = frozenset[frozenset[Entry]]


def drawn_slots(position: Position, keys: Iterable[str], purpose: str) -> list[Source]:
    """The losers of these pairings in the slots of a bracket, from the top; empty if fewer than two can play.

    They stay sources, so that a corrected result moves the right one. A pairing that has no loser so far (a walkover,
    a double forfeit, a bye) gets one of the slots left over: it stays empty unless the result is corrected.
    """
    keys = list(keys)
    lost: dict[Entry, str] = {}
    spare: list[str] = []
    for key in keys:
        loser = position.decisions[key].loser
        if not isinstance(loser, int):
            spare.append(key)
        elif loser not in position.entrants.gone:
            lost[loser] = key
    if len(lost) < 2:
        return []
    order = _drawn(position, list(lost), derived(position.draw_seed, purpose))
    spare.sort(key=lambda key: position.decisions[key].kind == "bye")
    sources: list[Source] = [LoserOf(lost[entry]) for entry in order]
    sources += [LoserOf(key) for key in spare]
    size = bracket_size(len(order))
    return [sources[seed - 1] if seed <= len(sources) else NoOne() for seed in folded(size)]


def is_outdated(position: Position, draw: FreshDraw, *, unless_known: bool) -> bool:
    """Does somebody belong to this bracket who has no slot in it, or sit there who does not?

    `unless_known`: a pairing that is to be played, but has no slot for its loser, is reason enough; before the bracket
    is drawn any that is open.
    """
    fed, feeding = _slots_fed(position, draw), set(draw.feeding(position))
    waiting = {key for key in feeding if unless_known and position.decisions[key].is_open}
    if fed is None:
        return bool(waiting) or len({*_present(position, feeding).values()}) > 1
    return not waiting <= fed or any(misplaced(position, draw))


def misplaced(position: Position, draw: FreshDraw) -> tuple[list[Entry], list[Entry]]:
    """Who belongs to a bracket that is drawn and has no slot in it, and who has a slot and does not belong there.

    An entry that a director has placed, or taken out, by hand is where they want it.
    """
    due, there = belonging(position, draw), entries_in(position, draw)
    by_slot = sorted({*_present(position, _slots_fed(position, draw) or ()).values()})
    missing = [entry for entry in due if entry not in there and entry not in by_slot]
    return missing, [entry for entry in by_slot if entry in there and entry not in due]


def belonging(position: Position, draw: FreshDraw) -> list[Entry]:
    """Who has lost where it counts and has not left."""
    return sorted({*_present(position, draw.feeding(position)).values()})


def entries_in(position: Position, draw: FreshDraw) -> list[Entry]:
    """Who sits in it, by the draw or by a director's hand, and has not left."""
    own = _own(position, draw)
    slots = (slot for node in own for slot in position.decisions[node.key].slots)
    gone = position.entrants.gone
    return sorted({slot for slot in slots if isinstance(slot, int) and slot not in gone})


def _present(position: Position, keys: Iterable[str]) -> dict[str, Entry]:
    """The losers of these pairings, without those who have left."""
    lost = ((key, position.decisions[key].loser) for key in keys)
    gone = position.entrants.gone
    return {key: loser for key, loser in lost if isinstance(loser, int) and loser not in gone}


def _slots_fed(position: Position, draw: FreshDraw) -> set[str] | None:
    """The pairings whose losers have a slot in this bracket; None while it is not drawn."""
    own = _own(position, draw)
    edges = (source for node in own for source in node.sources)
    inside = {node.key for node in own}
    fed = {source.key for source in edges if isinstance(source, LoserOf)} - inside
    return fed if own else None


def _own(position: Position, draw: FreshDraw) -> list[Node]:
    plans = position.blueprint.rounds
    numbers = {plan.number for plan in plans if plan.section == draw.sections[0]}
    return [node for node in position.blueprint.nodes if node.round in numbers]


def wins_so_far(position: Position) -> dict[Entry, int]:
    """Matches won in this stage; a bye and a walkover are none."""
    meetings_of = histories(position.blueprint.nodes, position.decisions)
    return {
        entry: sum(m.won and m.kind not in NO_MATCH for m in meetings)
        for entry, meetings in meetings_of.items()
    }


def _drawn(position: Position, entries: list[Entry], seed: str) -> list[Entry]:
    wins = wins_so_far(position)
    order = sorted(shuffled(entries, seed), key=lambda entry: -wins[entry])
    byes = bracket_size(len(order)) - len(order)
    met = frozenset(
        p for p in paired(position.blueprint.nodes, position.decisions) if p <= set(order)
    )
    labels = {
        entry: position.labels.get(entry, frozenset())
        | {f"{sorted(both)} {i}" for both in met if entry in both for i in range(MET_WEIGHS)}
        for entry in order
    }
    won = [wins[entry] for entry in order]

    def alike(i: int, j: int) -> bool:
        return (i < byes) == (j < byes) or won[i] == won[j]

    arranged = exchanged(order, labels, alike, seed)
    if _meet_again(arranged[byes:], met):
        return next(_without_rematch(arranged, byes, met, wins), arranged)
    return arranged


def _meet_again(playing: Sequence[Entry], met: Pairs) -> bool:
    """Of those without a bye the first plays the last, the second the last but one, and so on."""
    half = len(playing) // 2
    return any(frozenset(both) in met for both in zip(playing[:half], playing[::-1], strict=False))


def _without_rematch(
    order: list[Entry], byes: int, met: Pairs, wins: dict[Entry, int]
) -> Iterator[list[Entry]]:
    """Orders in which nobody meets anybody again at once, where there are few enough to try them all."""
    if len(order) - byes > SEARCHED:
        return
    by_right = sorted(order, key=lambda entry: -wins[entry])
    for free in islice(combinations(by_right, byes), BYE_CHOICES):
        pairs = _pairs([entry for entry in order if entry not in free], met)
        if pairs is not None:
            yield [
                *free,
                *(first for first, _ in pairs),
                *(second for _, second in reversed(pairs)),
            ]


def _pairs(playing: list[Entry], met: Pairs) -> list[tuple[Entry, Entry]] | None:
    """Everybody with somebody they have not met; None if there is no way."""
    if not playing:
        return []
    first = playing[0]
    for second in playing[1:]:
        if frozenset((first, second)) not in met:
            rest = _pairs([entry for entry in playing if entry not in (first, second)], met)
            if rest is not None:
                return [(first, second), *rest]
    return None
