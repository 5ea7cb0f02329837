"""Single elimination (T2): the loser is out; with `third_place` the losers of the semifinals play once more (T2.4)."""

from typing import Final

from tournaments.formats.base import (
    MAIN,
    Blueprint,
    LoserOf,
    Node,
    RoundPlan,
    Seed,
    Source,
    WinnerOf,
)
from tournaments.formats.knockout import bracket_size, folded, round_name
from tournaments.formats.protocol import Choice, Format, Options, drawn_at_once


def blueprint(entrants: int, options: Options) -> Blueprint:
    """Rounds W1 … Wr for the next power of two; byes fall on the first seeds (T2.3).

    >>> [n.key for n in blueprint(3, {}).nodes]
    ['W1.1', 'W1.2', 'W2.1']
    """
    third = bool(options.get("third_place")) and entrants >= 4
    sources: list[Source] = [Seed(seed) for seed in folded(bracket_size(entrants))]
    rounds: list[RoundPlan] = []
    nodes: list[Node] = []
    while len(sources) > 1:
        pairings = len(sources) // 2
        from_end = pairings.bit_length() - 1
        rounds.append(RoundPlan(len(rounds) + 1, round_name(pairings), from_end))
        losers_go_on = third and pairings == 2
        drawn = _round(len(rounds), sources, None if losers_go_on else pairings + 1)
        nodes += drawn
        sources = [WinnerOf(node.key) for node in drawn]
    if third:
        nodes.append(_third_place(len(rounds)))
        rounds.append(RoundPlan(len(rounds) + 1, "third_place", from_end=1))
    return Blueprint(tuple(rounds), tuple(nodes))


def _round(number: int, sources: list[Source], loser_place: int | None) -> list[Node]:
    is_final = len(sources) == 2
    return [
        Node(f"W{number}.{place}", number, pair, 1 if is_final else None, loser_place)
        for place, pair in enumerate(zip(sources[::2], sources[1::2], strict=True), start=1)
    ]


def _third_place(final: int) -> Node:
    losers = (LoserOf(f"W{final - 1}.1"), LoserOf(f"W{final - 1}.2"))
    return Node("P3.1", final + 1, losers, winner_place=3, loser_place=4)


FORMAT: Final = Format(
    grow=drawn_at_once(blueprint),
    options={"third_place": Choice((False, True))},
    counts="knockout",
    final=MAIN,
)
