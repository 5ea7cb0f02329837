"""One row of a table, and the numbers in it. It must not know how any of them came about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.formats.base import Entry

Value = int | Fraction  # exact; whole numbers are always ints


def halves(count: int) -> Value:
    """So many half points as points: points are added up in halves, because a late entry may get half a point (T9.1).

    >>> halves(6), halves(5)
    (3, Fraction(5, 2))
    """
    return count // 2 if count % 2 == 0 else Fraction(count, 2)


def whole(value: Fraction) -> Value:
    """A whole number as an int, so that values look alike however they were counted."""
    return value.numerator if value.denominator == 1 else value


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One row of a table. `status`: playing, winner, eliminated, finished, withdrawn (whoever left).

    Places are None while they are not known; where points are counted they are provisional until all is played.
    `won` and `lost` are pairings with an opponent, forfeits and walkovers among them, and `played` are both and `tied`.
    `points` is all that counts, byes included.
    `tied` are sessions that ended with equal points.
    `boards` and `match_points` are those won and lost. `lives` are left, `out_in` is the round of the last loss, where
    lives are counted. `tie_breaks` holds what was counted, head-to-head and lot only where they were applied.
    """

    entry: Entry
    place_from: int | None
    place_to: int | None
    status: str
    played: int
    won: int
    lost: int
    points: Value
    tie_breaks: Mapping[str, Value] = field(default_factory=dict)
    byes: int = 0
    tied: int = 0
    boards: tuple[int, int] = (0, 0)
    match_points: tuple[int, int] = (0, 0)
    lives: int | None = None
    out_in: int | None = None
