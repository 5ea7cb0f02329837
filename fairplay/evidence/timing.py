"""The time a player takes against the difficulty of what is decided. Described, never judged: it is no part of the evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

LEAST = 8
"""Fewer times of a kind say nothing."""


@dataclass(frozen=True, slots=True)
class ThinkingTimes:
    """Seconds a decision, over one or many matches. Humans are slower and more uneven where it is hard.

    `quick` is the share of hard decisions that took no longer than the usual (median) easy one. `spread` is the distance
    between the quartiles of all times. What rests on fewer than LEAST times is None.
    """

    easy: float | None
    hard: float | None
    quick: float | None
    spread: float | None
    decisions: int


def timing_of(easy: Sequence[float], hard: Sequence[float]) -> ThinkingTimes:
    both = [*easy, *hard]
    enough_easy, enough_hard = len(easy) >= LEAST, len(hard) >= LEAST
    usual = median(easy) if enough_easy else None
    quick = (
        sum(time <= usual for time in hard) / len(hard)
        if usual is not None and enough_hard
        else None
    )
    low, _middle, high = quantiles(both, n=4) if len(both) >= LEAST else (0.0, 0.0, 0.0)
    return ThinkingTimes(
        easy=usual,
        hard=median(hard) if enough_hard else None,
        quick=quick,
        spread=high - low if len(both) >= LEAST else None,
        decisions=len(both),
    )
