"""How long players think before they act, in seconds: a fixed time, or times that are drawn.

People do not act every second on the second. An exponential time is the hard case: many act in the same moment. A log-normal
one is a room full of people: most moves are quick, a few take long.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import TypeAlias

Think: TypeAlias = Callable[[], float]

SPREAD = 0.8
"""Standard deviation of the logarithm: one move in twenty takes nearly four times the median."""


def fixed(seconds: float) -> Think:
    return lambda: seconds


def exponential(mean: float, seed: int = 1) -> Think:
    chance = random.Random(seed)
    return lambda: chance.expovariate(1 / mean)


def log_normal(median: float, seed: int = 1) -> Think:
    chance = random.Random(seed)
    return lambda: chance.lognormvariate(math.log(median), SPREAD)
