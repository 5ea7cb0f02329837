"""PURE. The FIBS formula (T12.1): Elo with the match length under a square root and a larger K for new players.

Ratings are points around 1500; experience is the sum of the lengths of all rated matches.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

SCALE = 2000.0
STEP = 4.0


@dataclass(frozen=True, slots=True)
class FibsOptions:
    """`ramp_up`: K falls from 5 to 1 over the first 400 points of experience; without it K is 1 (T12.3).

    `k_experience`: K from the experience before the match, as FIBS does, or after it, as MacFIBS does.
    `provisional_below`: a rating with less experience is marked as provisional.
    """

    start: float = 1500.0
    ramp_up: bool = True
    k_experience: Literal["before", "after"] = "before"
    provisional_below: int = 100


class FibsRating(NamedTuple):
    """A player between two matches."""

    rating: float
    experience: int = 0


DEFAULT = FibsOptions()


def first_rating(options: FibsOptions = DEFAULT) -> FibsRating:
    """What everybody starts with."""
    return FibsRating(options.start)


def underdog_wins(difference: float, length: int) -> float:
    """The chance of the lower rated player in a match to `length` points; `difference` ≥ 0 in rating points."""
    return float(1.0 / (10.0 ** (difference * sqrt(length) / SCALE) + 1.0))


def win_chance(own: float, opponent: float, length: int) -> float:
    """The chance of the player with the rating `own`, from 0 to 1.

    >>> round(win_chance(1500, 1600, 9), 6)
    0.414501
    """
    chance = underdog_wins(abs(own - opponent), length)
    return chance if own < opponent else 1.0 - chance


def factor(experience: int, length: int, options: FibsOptions = DEFAULT) -> float:
    """K of a player: 5 for a newcomer, 1 from 400 points of experience on."""
    if not options.ramp_up:
        return 1.0
    counted = experience + length if options.k_experience == "after" else experience
    return max(1.0, 5.0 - counted / 100.0)


def rate(
    winner: FibsRating, loser: FibsRating, length: int, options: FibsOptions = DEFAULT
) -> tuple[FibsRating, FibsRating]:
    """Both players after a match to `length` points, the winner first. Raises ValueError for a length below 1."""
    if length < 1:
        raise ValueError("a match has at least one point")
    surprise = win_chance(loser.rating, winner.rating, length)
    step = STEP * sqrt(length) * surprise
    return (
        FibsRating(
            winner.rating + factor(winner.experience, length, options) * step,
            winner.experience + length,
        ),
        FibsRating(
            loser.rating - factor(loser.experience, length, options) * step,
            loser.experience + length,
        ),
    )


def is_provisional(experience: int, options: FibsOptions = DEFAULT) -> bool:
    """Is a rating with this experience still provisional?"""
    return experience < options.provisional_below
