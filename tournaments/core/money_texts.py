"""Amounts, percentages and currencies in the reader's language, formatted by Babel."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import (
    format_currency,
    format_decimal,
    format_percent,
    get_currency_name,
    get_currency_symbol,
    get_territory_currencies,
)
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext as _

from tournaments.payouts.currency import decimals

SINCE: Final = date(2020, 1, 1)  # currencies that were money somewhere since then can be chosen
OFTEN: Final = (
    "EUR", "USD", "GBP", "AUD", "BGN", "CAD", "CHF", "CZK", "DKK", "GEL", "HUF", "ILS", "JPY", "NOK",
    "PLN", "RON", "SEK", "TRY",
)  # fmt: skip
Choices = list[tuple[str, str | list[tuple[str, str]]]]


def amount_text(amount: int, currency: str) -> str:
    """An amount in smallest units with its currency, with the decimals of ISO 4217; without a currency the number alone.

    >>> amount_text(420000, "GBP"), amount_text(-50, "EUR"), amount_text(4200, "JPY"), amount_text(4200, "")
    ('£4,200.00', '-€0.50', '¥4,200', '4,200')
    """
    locale = _locale(get_language() or "")
    number = Decimal(amount).scaleb(-decimals(currency))
    if not currency:
        return str(format_decimal(number, locale=locale))
    pattern = _pattern(currency, locale)
    return str(format_currency(number, currency, pattern, locale=locale, currency_digits=False))


def short_amount_text(amount: int, currency: str) -> str:
    """The same for signs and headings: no decimals where all of them are zero.

    >>> short_amount_text(420000, "GBP"), short_amount_text(-50, "EUR"), short_amount_text(4200, "")
    ('£4,200', '-€0.50', '4,200')
    """
    digits = decimals(currency)
    if not currency or not digits or amount % 10**digits:
        return amount_text(amount, currency)
    locale = _locale(get_language() or "")
    pattern = _pattern(currency, locale).replace("0." + "0" * digits, "0")
    number = Decimal(amount).scaleb(-digits)
    return str(format_currency(number, currency, pattern, locale=locale, currency_digits=False))


def percent_text(share: float | Decimal) -> str:
    """A percentage with two decimals at most.

    >>> [percent_text(share) for share in (50, 33.333333, 8.3333, 12.5)]
    ['50%', '33.33%', '8.33%', '12.5%']
    """
    locale = _locale(get_language() or "")
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "0.##")
    return str(format_percent(Decimal(str(share)) / 100, pattern, locale=locale))


def currency_choices(kept: Iterable[str] = ()) -> Choices:
    """The choices of a field: currencies used often, then all of ISO 4217 by their codes, and `kept` in any case."""
    names = _currencies(get_language() or "")
    codes = sorted({*names, *kept} - set(OFTEN))
    return [
        (_("Common currencies"), [(code, _choice(code, names)) for code in OFTEN]),
        (_("Other currencies"), [(code, _choice(code, names)) for code in codes]),
    ]


def _choice(code: str, names: dict[str, str]) -> str:
    return f"{code} – {names[code]}" if code in names else code


@lru_cache(maxsize=32)
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(to_locale(language))
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")


@lru_cache(maxsize=512)
def _pattern(currency: str, locale: Locale) -> str:
    """The language's pattern for an amount. A symbol that ends in a letter keeps a space from the number."""
    pattern: str = locale.currency_formats["standard"].pattern
    digits = decimals(currency)
    pattern = pattern.replace("0.00", "0." + "0" * digits if digits else "0")
    if get_currency_symbol(currency, locale)[-1].isalpha():
        pattern = pattern.replace("¤#", "¤\N{NO-BREAK SPACE}#")
    return pattern


@lru_cache(maxsize=32)
def _currencies(language: str) -> dict[str, str]:
    """The codes of all currencies in use with their names."""
    locale = _locale(language)
    codes = {
        code
        for territory in get_global("territory_currencies")
        for code in get_territory_currencies(territory, start_date=SINCE, end_date=date.max)
    }
    return {code: get_currency_name(code, locale=locale) for code in sorted(codes)}
