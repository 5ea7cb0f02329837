"""Continuous Swiss, the modified movement of clubs (T6.8): whoever is free is paired, nobody waits for a round.

Asked again after every result. Who has no new opponent waits while one may still come free; when none can, the last
entries meet again, and a last one alone has a bye. How long somebody has waited follows from when they were last paired.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

from tournaments.formats.base import Blueprint, Entry, RoundPlan
from tournaments.formats.pairing import pair_up
from tournaments.formats.protocol import (
    EACH_RESULT,
    Format,
    Growth,
    Number,
    Options,
    Position,
)
from tournaments.formats.ready import Queue, read_queue
from tournaments.formats.rounds import Note, node_for
from tournaments.formats.swiss_cost import PairingPlayer, field_of

Pair = tuple[Entry, Entry | None]
AT_ONCE: Final = 1  # records this close are paired without waiting for a closer one


def grow(position: Position, options: Options) -> Growth:
    """Pairings of those who are free now; over when nobody plays and nobody can be paired."""
    matches = cast(int, FORMAT.settled(options)["matches"])
    queue = read_queue(position, matches)
    pairs = list(_pairs(queue))
    if not pairs and not queue.busy:
        return Growth()
    return _drawn(queue, pairs, matches)


def _pairs(queue: Queue) -> Iterator[Pair]:
    if queue.position.is_new:
        yield from _opening(queue)
    elif queue.coming:
        yield from _new_opponents(queue)
        yield from _hopeless(queue)
    else:
        yield from _last_ones(queue)


def _opening(queue: Queue) -> Iterator[Pair]:
    """Folded like the first round of a Swiss system; one over waits."""
    free = list(queue.free)
    yield from _matched(queue, free[: len(free) // 2 * 2])


def _new_opponents(queue: Queue) -> Iterator[Pair]:
    """Who has waited longest first: the closest record they may meet, of those who have waited longest."""
    for entry in queue.in_order():
        other = queue.closest(entry)
        if other is None:
            continue
        gap = queue.gap(entry, other)
        if gap > AT_ONCE and (queue.may_get(entry, gap) or queue.may_get(other, gap)):
            continue
        queue.take(entry, other)
        yield entry, other


def _hopeless(queue: Queue) -> Iterator[Pair]:
    """Nobody new can come for them any more, so they repeat."""
    stuck = [e for e in queue.free if not queue.may_get(e) and queue.closest(e) is None]
    if len(stuck) >= 2:
        yield from _matched(queue, stuck[: len(stuck) // 2 * 2])


def _last_ones(queue: Queue) -> Iterator[Pair]:
    """Nobody else will come free: all who are left are paired at the least cost, and one over waits for them.

    Whoever has fewest matches to come waits. A last one alone has a bye, but not twice: then they are done.
    """
    free = list(queue.free)
    if len(free) == 1 and not queue.records[free[0]].byes:
        yield free[0], None
    elif len(free) > 1:
        yield from _matched(queue, free, queue.least_to_come(free))


def _matched(queue: Queue, free: Iterable[Entry], over: Sequence[Entry] = ()) -> Iterator[Pair]:
    """The least-cost pairing of these; `over` are all of them in the order in which one is left out."""
    field = field_of(
        [PairingPlayer(e, queue.balance(e), queue.ranks[e]) for e in free],
        {entry: record.met for entry, record in queue.records.items()},
        queue.position.labels,
        neighbours=not queue.position.is_new,
    )
    made = pair_up(field, over)
    for i, j in made.pairs:
        yield made.field.players[i].entry, made.field.players[j].entry


def _drawn(queue: Queue, pairs: Sequence[Pair], matches: int) -> Growth:
    """A pairing belongs to the round after the last one of either entry, so that no entry is in two pairings of a round."""
    taken = queue.pairings_by_round()
    plans: list[RoundPlan] = []
    nodes = []
    notes: dict[str, Note] = {}
    for pair in pairs:
        both = queue.best_first(entry for entry in pair if entry is not None)
        first, second = both[0], both[1] if len(both) > 1 else None
        number = 1 + max(queue.sat.get(entry, 0) for entry in both)
        if number not in taken:
            plans.append(RoundPlan(number, f"round_{number}", max(0, matches - number)))
        taken[number] += 1
        node = node_for(number, taken[number], first, second)
        nodes.append(node)
        notes[node.key] = queue.note(first, second)
    is_last = not queue.busy and all(second is None for _, second in pairs)
    return Growth(Blueprint(tuple(plans), tuple(nodes)), None if is_last else EACH_RESULT, notes)


FORMAT: Final = Format(
    by_rounds=True,
    each_result=True,
    grow=grow,
    options={"matches": Number(1, 30, 6)},
    counts="points",
    largest=10_000,
    has_last_round=False,
)
