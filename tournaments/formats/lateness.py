"""A player who comes late to a match gives points away, and at last the match (T9.2). It reads no clock: it is given minutes.

Five minutes after the time the first point goes to the opponent, with every further five one more. As soon as they are
more than half the length, the match is lost without play. Or instead the absent player's clock runs: then each step
takes the time they were away off their reserve, and the match is lost when nothing is left of it.
"""

from dataclasses import dataclass
from typing import Final

EVERY: Final = 5  # minutes


@dataclass(frozen=True, slots=True)
class LatePenalty:
    """What the absence of one player has come to. `points` are the opponent's when play begins, unless it is `lost`.

    `crawford` says that these points leave the opponent one short of the match, so that the first game is the Crawford game.
    """

    points: int
    lost: bool = False
    crawford: bool = False


def penalty(length: int, minutes: int, every: int = EVERY, grace: int | None = None) -> LatePenalty:
    """After so many minutes of absence from a match to `length`; `grace` are those before the first point.

    >>> penalty(7, 12)
    Penalty(points=2, lost=False, crawford=False)
    """
    points = steps(minutes, every, grace)
    if 2 * points > length:
        return LatePenalty(lost_with(length), lost=True)
    return LatePenalty(points, crawford=points > 0 and points == length - 1)


def steps(minutes: int, every: int = EVERY, grace: int | None = None) -> int:
    """How many penalties so many minutes of absence have come to.

    >>> steps(12), steps(12, every=1, grace=10)
    (2, 3)
    """
    free = every if grace is None else grace
    return 0 if minutes < free else 1 + (minutes - free) // every


def step_after(step: int, every: int = EVERY, grace: int | None = None) -> int:
    """The minutes after which a step is reached, from 1.

    >>> step_after(1), step_after(3)
    (5, 15)
    """
    free = every if grace is None else grace
    return free + (step - 1) * every


def lost_with(length: int) -> int:
    """The number of points with which a match to `length` is lost: the first above its half."""
    return length // 2 + 1


def lost_after(length: int, every: int = EVERY, grace: int | None = None) -> int:
    """The minutes of absence after which a match to `length` is lost."""
    return step_after(lost_with(length), every, grace)


def clock_lost_after(reserve_s: int, every: int = EVERY, grace: int | None = None) -> int:
    """The minutes of absence after which nothing is left of a reserve of so many seconds, if the clock runs.

    Only whole steps are counted, so that the match is lost at one.

    >>> clock_lost_after(14 * 60)
    15
    """
    step = 1
    while step_after(step, every, grace) * 60 < reserve_s:
        step += 1
    return step_after(step, every, grace)
