"""Checks of an event: its name, days, time zone and currency."""

import zoneinfo
from collections.abc import Mapping
from datetime import timedelta

from django.utils.translation import gettext as _

from tournaments.models import Event
from web.errors import DomainError

LONGEST = timedelta(days=366 * 2)


def require_valid(event: Event) -> None:
    """Refused: name_needed, bad_time_zone, bad_dates, bad_currency (400)."""
    problems: Mapping[str, tuple[bool, str]] = {
        "name_needed": (
            any(c.isalnum() for c in event.name),
            _("Enter a name for the event."),
        ),
        "bad_time_zone": (
            event.time_zone in zoneinfo.available_timezones(),
            _("Unknown time zone. Choose one from the list."),
        ),
        "bad_dates": (
            event.starts_on <= event.ends_on <= event.starts_on + LONGEST
            and 2000 <= event.starts_on.year <= 2100,
            _("The last day must be on or after the first day, and within two years."),
        ),
        "bad_currency": (
            len(event.currency) == 3 and event.currency.isascii() and event.currency.isupper(),
            _("Enter a currency code of three letters, such as EUR."),
        ),
    }
    for code, (is_valid, text) in problems.items():
        if not is_valid:
            raise DomainError(code, text, status=400)
