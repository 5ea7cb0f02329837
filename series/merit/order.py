"""The order of merit: which results of a player count, their total, and who stands before whom.

A column is an event, or a tournament outside events. A tie-break that separates players decides their places. Players who are
still tied go through the tie-breaks again, from the first, so that the matches between two of three can separate those two.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from series.merit.points import NOTHING, Points

BEST_RESULT: Final = "best_result"
FIRST_PLACES: Final = "first_places"
HEAD_TO_HEAD: Final = "head_to_head"
EVENTS: Final = "events"
ALL_RESULTS: Final = "all_results"
LATEST: Final = "latest"
TIE_BREAKS: Final = (BEST_RESULT, FIRST_PLACES, HEAD_TO_HEAD, EVENTS, ALL_RESULTS, LATEST)
USUAL_ORDER: Final = (BEST_RESULT, HEAD_TO_HEAD, FIRST_PLACES, EVENTS)
Meetings = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class ColumnResult:
    """What a player got in a column: points, the best place, None without one, and whether the result counts."""

    points: Points
    place: int | None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class MeritRules:
    """`best` results count, 0 for all. Players with fewer results than `least` get no place."""

    best: int = 0
    least: int = 0
    tie_breaks: tuple[str, ...] = USUAL_ORDER


@dataclass(frozen=True, slots=True)
class MeritRow:
    """A line. `place` is shared by all up to `place_to`; None with too few results.

    `tie_break` is the tie-break that separated this player from others with the same total, and its value.
    """

    player: int
    results: Mapping[int, ColumnResult]
    adjustment: Points
    total: Points
    place: int | None = None
    place_to: int | None = None
    tie_break: tuple[str, Points] | None = None

    @property
    def played(self) -> int:
        return len(self.results)


@dataclass(slots=True)
class _Tied:
    """A player while the order is worked out."""

    row: MeritRow
    tie_break: tuple[str, Points] | None = field(default=None)


def order_of_merit(
    columns: Sequence[Mapping[int, ColumnResult]],
    rules: MeritRules,
    adjustments: Mapping[int, Points] | None = None,
    meetings: Meetings | None = None,
) -> list[MeritRow]:
    """Everybody from the top. `columns` are results by player, the earliest first. `meetings` are wins of one player over another.

    >>> first = {1: ColumnResult(Fraction(10), 1), 2: ColumnResult(Fraction(6), 2)}
    >>> second = {1: ColumnResult(Fraction(2), 4), 2: ColumnResult(Fraction(6), 2)}
    >>> rows = order_of_merit([first, second], MeritRules())
    >>> [(row.player, row.place, str(row.total), row.tie_break[0]) for row in rows]
    [(1, 1, '12', 'best_result'), (2, 2, '12', 'best_result')]
    """
    adjusted = adjustments or {}
    players = sorted({player for column in columns for player in column} | adjusted.keys())
    rows = [_row(player, columns, rules, adjusted.get(player, NOTHING)) for player in players]
    placed = [row for row in rows if row.played >= rules.least]
    others = [row for row in rows if row.played < rules.least]
    wins = meetings or {}
    ranked: list[MeritRow] = []
    for group in _groups(placed, rules, wins, len(columns)):
        first = len(ranked) + 1
        last = len(ranked) + len(group)
        ranked += [_placed(tied, first, last) for tied in group]
    for group in _groups(others, rules, wins, len(columns)):
        ranked += [_placed(tied, None, None) for tied in group]
    return ranked


def _row(
    player: int, columns: Sequence[Mapping[int, ColumnResult]], rules: MeritRules, extra: Points
) -> MeritRow:
    own = {n: column[player] for n, column in enumerate(columns) if player in column}
    best = sorted(own, key=lambda n: (-own[n].points, n))
    counting = set(best[: rules.best] if rules.best else best)
    results = {n: ColumnResult(own[n].points, own[n].place, n in counting) for n in own}
    total = sum((own[n].points for n in counting), extra)
    return MeritRow(player, results, extra, total)


def _placed(tied: _Tied, place: int | None, place_to: int | None) -> MeritRow:
    row = tied.row
    return MeritRow(
        row.player, row.results, row.adjustment, row.total, place, place_to, tied.tie_break
    )


def _groups(
    rows: Sequence[MeritRow], rules: MeritRules, wins: Meetings, columns: int
) -> list[list[_Tied]]:
    """Players by total, then by tie-breaks; a group shares a place."""
    by_total: dict[Points, list[_Tied]] = {}
    for row in rows:
        by_total.setdefault(row.total, []).append(_Tied(row))
    groups: list[list[_Tied]] = []
    for total in sorted(by_total, reverse=True):
        groups += _separated(by_total[total], rules.tie_breaks, wins, columns)
    return groups


def _separated(
    tied: list[_Tied], breaks: Sequence[str], wins: Meetings, columns: int
) -> list[list[_Tied]]:
    if len(tied) < 2:
        return [tied]
    for name in breaks:
        values = _values(name, [player.row for player in tied], wins, columns)
        if len(set(values.values())) < 2:
            continue
        for player in tied:
            player.tie_break = (name, values[player.row.player])
        parts: dict[Points, list[_Tied]] = {}
        for player in tied:
            parts.setdefault(values[player.row.player], []).append(player)
        ordered = [parts[value] for value in sorted(parts, reverse=True)]
        return [group for part in ordered for group in _separated(part, breaks, wins, columns)]
    return [tied]


def _values(name: str, rows: Sequence[MeritRow], wins: Meetings, columns: int) -> dict[int, Points]:
    """What a tie-break counts for each of these players; more is better. The same for all where it does not apply."""
    if name == HEAD_TO_HEAD:
        if len(rows) != 2:
            return dict.fromkeys((row.player for row in rows), NOTHING)
        a, b = rows[0].player, rows[1].player
        return {a: Fraction(wins.get((a, b), 0)), b: Fraction(wins.get((b, a), 0))}
    count = _COUNTED[name]
    return {row.player: count(row, columns) for row in rows}


def _best_result(row: MeritRow, _columns: int) -> Points:
    return max((result.points for result in row.results.values()), default=NOTHING)


def _first_places(row: MeritRow, _columns: int) -> Points:
    return Fraction(sum(result.place == 1 for result in row.results.values()))


def _events(row: MeritRow, _columns: int) -> Points:
    return Fraction(row.played)


def _all_results(row: MeritRow, _columns: int) -> Points:
    return sum((result.points for result in row.results.values()), NOTHING)


def _latest(row: MeritRow, columns: int) -> Points:
    latest = row.results.get(columns - 1)
    return NOTHING if latest is None else latest.points


_COUNTED: Final[Mapping[str, Callable[[MeritRow, int], Points]]] = {
    BEST_RESULT: _best_result,
    FIRST_PLACES: _first_places,
    EVENTS: _events,
    ALL_RESULTS: _all_results,
    LATEST: _latest,
}


def meetings_of(pairs: Sequence[tuple[int, int]]) -> Meetings:
    """How often one player won against another, from (winner, loser)."""
    return Counter(pairs)
