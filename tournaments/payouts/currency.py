"""Amounts: whole numbers of a currency's smallest unit, read as people type them. No rounding, no floats.

How a page shows them is money_texts.py.
"""

import re
from typing import Final

# ISO 4217: the currencies that have no hundredth. Everything else has two decimals.
DECIMALS: Final = {
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
}  # fmt: skip
MOST: Final = 10**12  # no amount is larger; sums of them stay far inside 64 bits
_CODE: Final = re.compile(r"[A-Z]{3}")
_AMOUNT: Final = re.compile(r"(\d{1,13})(?:[.,](\d{1,3}))?", re.ASCII)


class NotAnAmountError(ValueError):
    """Not an amount of that currency."""


def is_currency(code: str) -> bool:
    return _CODE.fullmatch(code) is not None


def decimals(currency: str) -> int:
    """How many digits stand behind the point; none without a currency.

    >>> decimals("EUR"), decimals("JPY")
    (2, 0)
    """
    return DECIMALS.get(currency, 2) if currency else 0


def whole(currency: str) -> int:
    """One of the currency in its smallest units: 100 cents."""
    return int(10 ** decimals(currency))


def plain(amount: int, currency: str) -> str:
    """As a number with a point, decimals only where there are some.

    >>> plain(36000, "EUR"), plain(-1250, "EUR"), plain(700, "JPY")
    ('360', '-12.50', '700')
    """
    sign, units = "-" if amount < 0 else "", whole(currency)
    big, small = divmod(abs(amount), units)
    return f"{sign}{big}" + (f".{small:0{decimals(currency)}d}" if small else "")


def read(text: str, currency: str) -> int:
    """What somebody typed, in smallest units; raises NotAnAmountError. A comma is a point, spaces part thousands.

    >>> read("12,50", "EUR"), read(" 1 000 ", "EUR"), read("700", "JPY")
    (1250, 100000, 700)
    """
    match = _AMOUNT.fullmatch(re.sub(r"[\s\u202f\u00a0]", "", text))
    if match is None:
        raise NotAnAmountError(text)
    big, small = match[1], match[2] or ""
    if len(small) > decimals(currency):
        raise NotAnAmountError(text)
    amount = int(big) * whole(currency) + int(small.ljust(decimals(currency), "0") or 0)
    if amount > MOST:
        raise NotAnAmountError(text)
    return amount
