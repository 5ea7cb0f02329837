"""PURE. Are so many rolls what fair dice give? Counts, what to expect of them, and the chi-squared test.

Counts are of ordered pairs: the first die of an opening roll is A's, of a roll the one that came first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, lgamma, log, sqrt

FACES = range(1, 7)
PAIRS = tuple((a, b) for a in FACES for b in FACES)
NINETEEN_OF_TWENTY = 1.959964
TOO_EVEN = 0.9999
LEAST_EXPECTED = 5
"""With fewer expected in each field, nothing can be said (the usual rule of the chi-squared test)."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often something came, how often it should, and between which bounds 19 of 20 fair counts lie."""

    name: str
    count: int
    expected: float
    low: int
    high: int

    @property
    def verdict(self) -> str:
        """ "few", "many", or "" for what is to be expected."""
        return "few" if self.count < self.low else "many" if self.count > self.high else ""

    @property
    def percent(self) -> float:
        """How far from what was expected, in percent of it."""
        return 100 * (self.count / self.expected - 1) if self.expected else 0.0


@dataclass(frozen=True, slots=True)
class Fit:
    """The chi-squared test: `p` is how often fair dice stray at least as far as these did."""

    chi_squared: float
    degrees: int
    p: float

    @property
    def verdict(self) -> str:
        """How far they strayed: "too_little", "usual", "a_little", "rare" or "hardly_ever"."""
        if self.p >= TOO_EVEN:
            return "too_little"
        limits = ((0.05, "usual"), (0.01, "a_little"), (0.0001, "rare"))
        return next((word for limit, word in limits if self.p >= limit), "hardly_ever")

    @property
    def straying(self) -> int:
        """How many of 100 sites with fair dice stray as far; of 10,000 where that is rare."""
        return round(self.p * (10_000 if self.verdict == "rare" else 100))


@dataclass(frozen=True, slots=True)
class RollTally:
    """Everything about so many rolls. `fit` and `face_fit` are None while they are too few."""

    rolls: int
    rows: tuple[tuple[Count, ...], ...]
    doubles: Count
    faces: tuple[Count, ...]
    sums: tuple[Count, ...]
    fit: Fit | None
    face_fit: Fit | None

    @property
    def outside(self) -> int:
        """How many of the 36 lie outside their bounds: one or two, when the dice are fair."""
        return sum(bool(count.verdict) for row in self.rows for count in row)


def tally(counts: Mapping[tuple[int, int], int]) -> RollTally:
    """What these counts of ordered pairs say."""
    rolls = sum(counts.get(pair, 0) for pair in PAIRS)
    rows = tuple(
        tuple(_count(f"{a}–{b}", counts.get((a, b), 0), rolls, 1 / 36) for b in FACES)
        for a in FACES
    )
    faces = tuple(_count(str(face), _times(counts, face), 2 * rolls, 1 / 6) for face in FACES)
    doubles = sum(counts.get((face, face), 0) for face in FACES)
    return RollTally(
        rolls=rolls,
        rows=rows,
        doubles=_count("", doubles, rolls, 1 / 6),
        faces=faces,
        sums=tuple(_sum(counts, total, rolls) for total in range(2, 13)),
        fit=_fit([count for row in rows for count in row]),
        face_fit=_fit(faces),
    )


def pairs_of(rolls: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Counts of ordered pairs."""
    counts: dict[tuple[int, int], int] = {}
    for pair in rolls:
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def _times(counts: Mapping[tuple[int, int], int], face: int) -> int:
    return sum(counts.get((a, b), 0) * ((a == face) + (b == face)) for a, b in PAIRS)


def _sum(counts: Mapping[tuple[int, int], int], total: int, rolls: int) -> Count:
    ways = [pair for pair in PAIRS if sum(pair) == total]
    came = sum(counts.get(pair, 0) for pair in ways)
    return _count(str(total), came, rolls, len(ways) / 36)


def _count(name: str, count: int, of: int, chance: float) -> Count:
    expected = of * chance
    slack = NINETEEN_OF_TWENTY * sqrt(expected * (1 - chance))
    return Count(
        name, count, expected, max(0, floor(expected - slack)), min(of, ceil(expected + slack))
    )


def _fit(counts: Sequence[Count]) -> Fit | None:
    if not counts or counts[0].expected < LEAST_EXPECTED:
        return None
    chi_squared = sum((count.count - count.expected) ** 2 / count.expected for count in counts)
    degrees = len(counts) - 1
    return Fit(chi_squared, degrees, p_value(chi_squared, degrees))


def p_value(chi_squared: float, degrees: int) -> float:
    """The chance of at least this chi-squared: Q(degrees/2, x/2), the upper incomplete gamma function.

    By its series below a + 1 and its continued fraction (Lentz) above (Numerical Recipes, 6.2).
    """
    a, x = degrees / 2, chi_squared / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * 1e-16:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value
