"""How likely a choice is for a human of some strength, and for somebody who follows an engine.

A human sees the equity of each option with an error: an option that costs `loss` is chosen with a weight of exp(-loss / spread), as in
the multinomial logit model. The smaller the spread, the stronger the player. Humans are careless at times: then their spread is
five times as large. `HUMANS` are all humans who are considered, `HELPED` all ways to use an engine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, log

from fairplay.evidence.choices import CountedChoice

CARELESS_TIMES = 5.0
CARELESS = (0.0, 0.1, 0.3)
"""The shares of choices in which a human is careless: never, sometimes or often."""
USUAL = 0.1
STEP = 1.12
SPREADS = tuple(round(0.0095 * STEP**at, 5) for at in range(24))
PRS = (
    1.37,
    1.6,
    1.86,
    2.16,
    2.49,
    2.87,
    3.31,
    3.8,
    4.35,
    4.97,
    5.67,
    6.45,
    7.31,
    8.26,
    9.3,
    10.42,
    11.64,
    12.94,
    14.33,
    15.81,
    17.37,
    19.01,
    20.72,
    22.49,
)
"""The PR of the human of each spread who is careless in one choice of ten, over the positions of tests/data/fair_play_positions.json."""
LEAST = -25.0
"""No single choice weighs more than this, as a logarithm of its likelihood."""
ENGINE_SPREAD = 0.003
"""Other engines, and other depths of ours, prefer another option where the difference is about so small."""
ENGINE_SLIPS = 0.01
"""The share of choices in which the hand that follows an engine does anything at all."""


@dataclass(frozen=True, slots=True)
class Human:
    """One who is careless in a `share` of the choices."""

    spread: float
    share: float = USUAL


@dataclass(frozen=True, slots=True)
class Helped:
    """A way to use an engine: it is followed in `share` of the choices, or of the hard ones; a human of `spread` decides the rest."""

    share: float
    spread: float
    hard_only: bool = False


HUMANS = tuple(Human(spread, share) for share in CARELESS for spread in SPREADS)
HELPED = (
    Helped(1.0, 0.04),
    *(Helped(share, spread) for share, spread in product((0.8, 0.5), (0.02, 0.04, 0.08))),
    *(Helped(share, spread, True) for share, spread in product((1.0, 0.8), (0.02, 0.04, 0.08))),
)


def human(choice: CountedChoice, who: Human) -> float:
    """The likelihood of what was chosen."""
    careful = _logit(choice, who.spread)
    if not who.share:
        return careful
    return (1 - who.share) * careful + who.share * _logit(choice, who.spread * CARELESS_TIMES)


def engine(choice: CountedChoice) -> float:
    slip = ENGINE_SLIPS / len(choice.losses)
    return (1 - ENGINE_SLIPS) * _logit(choice, ENGINE_SPREAD) + slip


def helped(choice: CountedChoice, way: Helped) -> float:
    share = way.share if choice.is_hard or not way.hard_only else 0.0
    by_engine = share * engine(choice) if share else 0.0
    return by_engine + (1 - share) * human(choice, Human(way.spread))


def human_likelihoods(choices: Sequence[CountedChoice]) -> list[float]:
    """The logarithm of the likelihood of all these choices, for each of HUMANS."""
    return [sum(_log(human(choice, who)) for choice in choices) for who in HUMANS]


def helped_likelihoods(choices: Sequence[CountedChoice]) -> list[float]:
    """The same for each of HELPED."""
    return [sum(_log(helped(choice, way)) for choice in choices) for way in HELPED]


def _logit(choice: CountedChoice, spread: float) -> float:
    return exp(-choice.loss / spread) / sum(exp(-loss / spread) for loss in choice.losses)


def _log(likelihood: float) -> float:
    return max(LEAST, log(likelihood)) if likelihood > 0 else LEAST
