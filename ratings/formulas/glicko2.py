"""PURE. Glicko-2 (Glickman 2022, T12.4): a rating with its deviation and volatility.

Ratings and deviations are points around 1500. A match may have a weight: Glicko-2 itself ignores match lengths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500.0
PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoOptions:
    """`tau` limits how fast the volatility changes (0.3 to 1.2). `deviation` is that of a newcomer and the largest.

    `length_weight`: a match to n points weighs √(n / 7); else every match weighs 1.
    """

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5
    length_weight: bool = False


class GlickoRating(NamedTuple):
    """A player between two rating periods."""

    rating: float
    deviation: float
    volatility: float


class GlickoGame(NamedTuple):
    """One match of a period: the opponent before the period, `score` 1 for a win and 0 for a loss."""

    opponent: GlickoRating
    score: float
    weight: float = 1.0


DEFAULT = GlickoOptions()
USUAL_LENGTH = 7


def first_glicko(options: GlickoOptions = DEFAULT) -> GlickoRating:
    """What everybody starts with."""
    return GlickoRating(options.rating, options.deviation, options.volatility)


def weight_of(length: int, options: GlickoOptions = DEFAULT) -> float:
    """How much a match to `length` points counts."""
    return sqrt(length / USUAL_LENGTH) if options.length_weight else 1.0


def rate_period(
    player: GlickoRating,
    games: Sequence[GlickoGame],
    options: GlickoOptions = DEFAULT,
    periods: float = 1.0,
) -> GlickoRating:
    """The player after a period with these matches; `periods` ≥ 0 is how much time it took, in periods.

    Without matches only the deviation grows (step 6 of the paper).
    """
    deviation = player.deviation / SCALE
    if not games:
        grown = sqrt(deviation**2 + periods * player.volatility**2)
        return GlickoRating(player.rating, min(grown * SCALE, options.deviation), player.volatility)
    mean = (player.rating - CENTRE) / SCALE
    information, surprise = _evidence(mean, games)
    variance = 1.0 / information
    volatility = _volatility(deviation, player.volatility, variance, variance * surprise, options)
    before = deviation**2 + periods * volatility**2
    after = 1.0 / sqrt(1.0 / before + 1.0 / variance)
    return GlickoRating(
        (mean + after**2 * surprise) * SCALE + CENTRE,
        min(after * SCALE, options.deviation),
        volatility,
    )


def _evidence(mean: float, games: Sequence[GlickoGame]) -> tuple[float, float]:
    """1/v and the weighted sum of g(φ)·(s − E): steps 3 and 4."""
    information = surprise = 0.0
    for game in games:
        spread = game.opponent.deviation / SCALE
        damping = 1.0 / sqrt(1.0 + 3.0 * spread**2 / pi**2)
        expected = 1.0 / (1.0 + exp(-damping * (mean - (game.opponent.rating - CENTRE) / SCALE)))
        information += game.weight * damping**2 * expected * (1.0 - expected)
        surprise += game.weight * damping * (game.score - expected)
    return max(information, 1e-12), surprise


def _volatility(
    deviation: float, volatility: float, variance: float, delta: float, options: GlickoOptions
) -> float:
    """The new volatility by the Illinois algorithm: step 5."""
    start = log(volatility**2)
    spread, squared, tightness = deviation**2 + variance, delta**2, options.tau**2

    def slope(x: float) -> float:
        e = exp(x)
        total = spread + e
        return e * (squared - total) / (2.0 * total**2) - (x - start) / tightness

    low = start
    if squared > spread:
        high = log(squared - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * options.tau) < 0:
            steps += 1
        high = start - steps * options.tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return exp(low / 2.0)
