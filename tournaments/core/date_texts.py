"""The days of an event in the reader's language: 5–7 Dec 2026, or Sat 5 Dec 2026. Intervals are formatted by Babel."""

from datetime import date
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.dates import format_interval
from django.utils.formats import date_format
from django.utils.translation import get_language, to_locale

DAY_FIRST: Final = {"en": "en_GB"}  # as config/formats writes English dates


def days_text(first: date, last: date) -> str:
    """One day with its weekday, or the days from the first to the last.

    >>> days_text(date(2026, 12, 5), date(2026, 12, 5)), days_text(date(2026, 12, 5), date(2026, 12, 7))
    ('Sat 5 Dec 2026', '5–7 Dec 2026')
    """
    if first == last:
        return f"{date_format(first, 'D')} {date_format(first, 'DATE_FORMAT')}"
    return format_interval(first, last, "yMMMd", locale=_locale(get_language() or "en"))


def _locale(language: str) -> Locale:
    try:
        return Locale.parse(to_locale(DAY_FIRST.get(language, language)))
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en_GB")
