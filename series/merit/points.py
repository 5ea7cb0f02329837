"""Points of one tournament: what a place, a place in a field of some size, a share of the field or a win is worth.

Points are exact fractions. Players who share places share the points of those places.

>>> table = PointsScheme(PLACE, points=(Fraction(10), Fraction(6), Fraction(4)))
>>> field = [Finish(1, 1, 1), Finish(2, 2, 3), Finish(3, 2, 3), Finish(4, 4, 4)]
>>> [str(points) for points in points_of(table, field).values()]
['10', '5', '5', '0']
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Final

PLACE: Final = "place"
SIZE: Final = "size"
SHARE: Final = "share"
WINS: Final = "wins"
KINDS: Final = (PLACE, SIZE, SHARE, WINS)
MAIN: Final = "main"
CONSOLATION: Final = "consolation"
LAST_CHANCE: Final = "last_chance"
DRAWS: Final = (MAIN, CONSOLATION, LAST_CHANCE)
FULL: Final = 100

Points = Fraction
NOTHING: Final = Fraction(0)
CENT: Final = Decimal("0.01")
Row = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player came out of a tournament. Places are None for players without a place; `wins` are matches by draw."""

    player: int
    place_from: int | None
    place_to: int | None
    wins: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PointsScheme:
    """What gives points. `points` is by place from the first: points (place), or factors (share).

    `by_size` (size) are such rows, each from so many players. `wins` (wins) is what a win in a draw gives. `taking_part`
    is added for everybody. `best_of_tie`: players who share places all get the points of the best of them.
    """

    kind: str
    points: Row = ()
    by_size: tuple[tuple[int, Row], ...] = ()
    wins: Mapping[str, Fraction] = field(default_factory=dict)
    taking_part: Fraction = NOTHING
    best_of_tie: bool = False

    def row(self, players: int) -> Row:
        """The points by place that count in a field of so many players."""
        if self.kind != SIZE:
            return self.points
        rows = [row for least, row in sorted(self.by_size) if least <= players]
        return rows[-1] if rows else ()


def points_of(
    scheme: PointsScheme, finishes: Sequence[Finish], weight: int = FULL
) -> dict[int, Points]:
    """The points by player. `finishes` has each player once; `weight` is percent of the points.

    In a scheme of shares all players together get as many points as there are players, so the example of T12.6 is

    >>> scheme = PointsScheme(SHARE, points=tuple(Fraction(n) for n in (2, 1, 1, 1, 1, 1, 1, 1)))
    >>> field = [Finish(1, 1, 1), *(Finish(n, 2, 8) for n in range(2, 9)), *(Finish(n, 9, 64) for n in range(9, 65))]
    >>> given = points_of(scheme, field)
    >>> str(given[1]), str(given[2]), sum(given.values())
    ('128/9', '64/9', Fraction(64, 1))
    """
    row = scheme.row(len(finishes))
    raw = {finish.player: _raw(scheme, row, finish) for finish in finishes}
    if scheme.kind == SHARE:
        whole = sum(raw.values(), NOTHING)
        factor = Fraction(len(finishes)) / whole if whole else NOTHING
        raw = {player: points * factor for player, points in raw.items()}
    return {player: (points + scheme.taking_part) * weight / FULL for player, points in raw.items()}


def _raw(scheme: PointsScheme, row: Row, finish: Finish) -> Points:
    if scheme.kind == WINS:
        worth = scheme.wins
        return sum((worth.get(draw, NOTHING) * n for draw, n in finish.wins.items()), NOTHING)
    first, last = finish.place_from, finish.place_to
    if first is None or last is None:
        return NOTHING
    if scheme.best_of_tie:
        return _of_place(row, first)
    shared = [_of_place(row, place) for place in range(first, min(last, len(row)) + 1)]
    return sum(shared, NOTHING) / (last - first + 1)


def _of_place(row: Row, place: int) -> Points:
    return row[place - 1] if place <= len(row) else NOTHING


def points_text(points: Fraction) -> str:
    """Points rounded to two decimals, without zeros at the end: for files and programs.

    >>> points_text(Fraction(128, 9)), points_text(Fraction(10)), points_text(Fraction(-1, 2))
    ('14.22', '10', '-0.5')
    """
    rounded = (Decimal(points.numerator) / Decimal(points.denominator)).quantize(CENT)
    text = f"{rounded:f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0", "-") else text
