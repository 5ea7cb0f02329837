"""Rounds as text for tests: "1>3 4>2:7-5 6?7 5" is: 1 beat 3, 4 beat 2 by 7 to 5, 6 plays 7 now, 5 has a bye.

A letter behind a pair is a result without play: w walkover, f forfeit, d nobody came. "2>4f".
"""

import re

from tournaments.formats.base import (
    MAIN,
    Blueprint,
    Entrants,
    EntryRef,
    Node,
    NoOne,
    Outcome,
    RoundPlan,
    resolve,
)
from tournaments.formats.protocol import Position
from tournaments.standings.points import PointsTable
from tournaments.standings.tables import points_tables
from tournaments.standings.tie_breaks import DEFAULT_ORDER

PAIR = re.compile(r"(\d+)(?:([>?])(\d+))?(?::(\d+)-(\d+))?([wfd]?)$")
KINDS = {"": "played", "w": "walkover", "f": "forfeit", "d": "double_forfeit"}


def position(n: int, *rounds: str, gone: tuple[int, ...] = (), section: str = MAIN) -> Position:
    """A stage of these rounds, everybody numbered by their draw."""
    nodes: list[Node] = []
    results: list[Outcome] = []
    for number, text in enumerate(rounds, 1):
        for place, pair in enumerate(text.split(), 1):
            _add(f"R{number}.{place}", number, pair, nodes, results)
    plans = tuple(
        RoundPlan(number, f"round_{number}", None, section) for number in range(1, len(rounds) + 1)
    )
    entrants = Entrants(tuple(range(1, n + 1)), frozenset(gone))
    decisions = resolve(nodes, entrants, {}, results).decisions
    return Position(entrants, Blueprint(plans, tuple(nodes)), decisions, draw_seed="5a" * 32)


def _add(key: str, number: int, text: str, nodes: list[Node], results: list[Outcome]) -> None:
    match = PAIR.match(text)
    assert match, text
    first, how, second, won, lost, letter = match.groups()
    item = int(first)
    if second is None:
        nodes.append(Node(key, number, (EntryRef(item), NoOne())))
        return
    two = int(second)
    nodes.append(Node(key, number, (EntryRef(item), EntryRef(two))))
    if letter == "d":
        results.append(Outcome(key, None, (item, two), KINDS[letter]))
    elif how == ">":
        score = ((item, int(won)), (two, int(lost))) if won else ()
        results.append(Outcome(key, item, (two,), KINDS[letter], score=score))


def main_table(
    n: int, *rounds: str, order: tuple[str, ...] = DEFAULT_ORDER, **options: object
) -> PointsTable:
    return points_tables(position(n, *rounds), options, order)[MAIN]


def placed(table: PointsTable) -> list[int]:
    """The entries from the top; only where no two share a place."""
    assert all(row.place_from == row.place_to for row in table.rows)
    return [row.entry for row in table.rows]
