"""Who comes late to a match gives points away, and at last the match (T9.2). It knows no clock: minutes are told to it.

Five minutes after the time the first point goes to the opponent, with every further five one more. As soon as they are
more than half the length, the match is lost without play.
"""

from dataclasses import dataclass
from typing import Final

EVERY: Final = 5  # minutes


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the absence of one player has come to. `points` are the opponent's when play begins, unless it is `lost`.

    `crawford` says that these points leave him one short of the match, so that the first game is the Crawford game.
    """

    points: int
    lost: bool = False
    crawford: bool = False


def penalty(length: int, minutes: int, every: int = EVERY) -> Penalty:
    """After so many minutes of absence from a match to `length`.

    >>> penalty(7, 12)
    Penalty(points=2, lost=False, crawford=False)
    """
    points = max(0, minutes) // every
    if 2 * points > length:
        return Penalty(lost_with(length), lost=True)
    return Penalty(points, crawford=points > 0 and points == length - 1)


def lost_with(length: int) -> int:
    """The number of points with which a match to `length` is lost: the first above its half."""
    return length // 2 + 1


def lost_after(length: int, every: int = EVERY) -> int:
    """The minutes of absence after which a match to `length` is lost."""
    return lost_with(length) * every
