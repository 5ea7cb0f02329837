"""What makes a pot (T11.1): fees, the part of them that comes back as prizes, and added money. Smallest units throughout."""

from collections.abc import Iterable
from fractions import Fraction

Percent = int | Fraction


def prize_pool(fees: Iterable[int], returned: Percent = 100, added: int = 0) -> int:
    """As many per cent of the fees as are returned, rounded down, and added money.

    >>> prize_pool([50] * 8, returned=90)
    360
    """
    return int(sum(fees) * Fraction(returned) / 100) + added


def kept(fees: Iterable[int], returned: Percent = 100) -> int:
    """What of the fees does not come back as prizes.

    >>> kept([50] * 8, returned=90)
    40
    """
    paid = list(fees)
    return sum(paid) - prize_pool(paid, returned)
