"""Round robin (T5.1): all play all, by the Berger tables; with `rounds` only so many of them (T5.2).

`counted` is the rule for those who leave early (T5.4). Tables are made in standings, not here.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from tournaments.formats.base import (
    MAIN,
    Blueprint,
    Decision,
    Entry,
    Node,
    NoOne,
    RoundPlan,
    Seed,
    Source,
)
from tournaments.formats.berger import berger
from tournaments.formats.history import PLAYED_KINDS
from tournaments.formats.protocol import Choice, Format, Number, Option, Options, drawn_at_once

Pairs = list[tuple[Source, Source]]


def blueprint(entrants: int, options: Options) -> Blueprint:
    """Rounds R1, R2 …; who is left over in an odd field has a bye.

    >>> [n.key for n in blueprint(3, {}).nodes]
    ['R1.1', 'R1.2', 'R2.1', 'R2.2', 'R3.1', 'R3.2']
    """
    rounds = all_play_all(range(1, entrants + 1), options)
    return table(MAIN, "R", rounds, range(1, len(rounds) + 1))


def all_play_all(seeds: Sequence[int], options: Options) -> list[Pairs]:
    """Who meets whom in each round, once or (`legs` 2) once on either side; cut short after `rounds`."""
    leg = [[_pair(seeds, *numbers) for numbers in pairs] for pairs in berger(len(seeds))]
    rounds = leg + [[(second, first) for first, second in pairs] for pairs in leg]
    limit = options.get("rounds")
    most = len(leg) if options.get("legs", 1) == 1 else len(rounds)
    return rounds[: min(most, limit) if isinstance(limit, int) else most]


def _pair(seeds: Sequence[int], first: int, second: int) -> tuple[Source, Source]:
    return _seed(seeds, first), _seed(seeds, second)


def _seed(seeds: Sequence[int], number: int) -> Source:
    return Seed(seeds[number - 1]) if number <= len(seeds) else NoOne()


def table(section: str, prefix: str, rounds: list[Pairs], numbers: Sequence[int]) -> Blueprint:
    """The blueprint of one field; its rounds have these numbers in the stage."""
    plans = tuple(
        RoundPlan(numbers[index], f"round_{index + 1}", len(rounds) - index - 1, section)
        for index in range(len(rounds))
    )
    nodes = tuple(
        Node(f"{prefix}{index + 1}.{place}", numbers[index], pair)
        for index, pairs in enumerate(rounds)
        for place, pair in enumerate(pairs, start=1)
    )
    return Blueprint(plans, nodes)


def counted(
    nodes: Iterable[Node], decisions: Mapping[str, Decision], gone: Collection[Entry]
) -> tuple[Node, ...]:
    """The pairings that count in the table: not those of entries that left before half of their matches (T5.4).

    What they played stays a result and is rated. Who left later keeps the results and gives the rest away, which
    `resolve` does already. A bye is no match.
    """
    nodes = tuple(nodes)
    scheduled: dict[Entry, int] = dict.fromkeys(gone, 0)
    played: dict[Entry, int] = dict.fromkeys(gone, 0)
    for node in nodes:
        decision = decisions[node.key]
        both = [slot for slot in decision.slots if isinstance(slot, int)]
        for entry in both if len(both) == 2 else ():
            if entry in scheduled:
                scheduled[entry] += 1
                played[entry] += decision.kind in PLAYED_KINDS
    deleted = {entry for entry in scheduled if 2 * played[entry] < scheduled[entry]}
    return tuple(node for node in nodes if deleted.isdisjoint(decisions[node.key].slots))


SESSION_GAMES: Final = Number(
    1, 99, None, optional=True
)  # None: matches to a number of points (T5.6)
OPTIONS: Final[Mapping[str, Option]] = {
    "session_games": SESSION_GAMES,
    "rounds": Number(1, 99, None, optional=True),
    "legs": Choice((1, 2)),
}
FORMAT: Final = Format(grow=drawn_at_once(blueprint), options=OPTIONS, counts="points", largest=64)
