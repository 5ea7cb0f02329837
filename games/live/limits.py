"""How often one ticket may ask: a token bucket each, generous for people and fast bots alike.

Whoever has all their tokens again is as good as new and is forgotten: a bucket lasts as long as it matters.
"""

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic

CAPACITY = 20_000


class RateLimit:
    """`rate` requests a second after a `burst`; the least recently seen keys are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, key: Hashable, now: float | None = None) -> float:
        """Take one token: 0.0 when there was one, else the seconds until there is."""
        now = monotonic() if now is None else now
        tokens, since = self._buckets.pop(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        short = tokens < 1.0
        self._buckets[key] = (tokens if short else tokens - 1.0, now)
        for _ in range(2):  # one more than came
            self._forget_longest_unused(now)
        return (1.0 - tokens) / self._rate if short else 0.0

    def _forget_longest_unused(self, now: float) -> None:
        key, (tokens, since) = next(iter(self._buckets.items()))
        if tokens + (now - since) * self._rate >= self._burst or len(self._buckets) > CAPACITY:
            del self._buckets[key]
