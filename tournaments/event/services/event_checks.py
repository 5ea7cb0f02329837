"""Checks of an event: its name, days, time zone and currency, and the facts on its page."""

import zoneinfo
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, URLValidator
from django.utils.translation import gettext as _

from tournaments.models import Event
from web.errors import DomainError

LONGEST = timedelta(days=366 * 2)
WEB_ADDRESSES = ("map_url", "website", "hotel_url", "payment_url")
LIMITED = (*WEB_ADDRESSES, "address", "contact_name", "contact_phone", "hotel", "schedule", "thanks", "payment_text", "payment_reference", "rules")  # fmt: skip
only_http = URLValidator(schemes=["http", "https"])


def require_year(day: date) -> None:
    """Refused: bad_dates (400) for a day that nothing may be added to or taken from."""
    if not 2000 <= day.year <= 2100:
        raise DomainError("bad_dates", _("Enter a date between 2000 and 2100."), status=400)


def require_valid(event: Event) -> None:
    """Refused: name_needed, bad_time_zone, bad_dates, bad_currency, bad_web_address, bad_email, bad_colour, too_long
    (400)."""
    require_year(event.starts_on)
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
            event.starts_on <= event.ends_on <= event.starts_on + LONGEST,
            _("The last day must be on or after the first day, and within two years."),
        ),
        "bad_currency": (
            len(event.currency) == 3 and event.currency.isascii() and event.currency.isupper(),
            _("Enter a currency code of three letters, such as EUR."),
        ),
        "bad_web_address": (
            all(_passes(only_http, getattr(event, name)) for name in WEB_ADDRESSES),
            _("Enter a web address that begins with https:// or http://."),
        ),
        "bad_email": (
            _passes(EmailValidator(), event.contact_email),
            _("Enter a valid email address."),
        ),
        "bad_colour": (
            event.colour in Event.Colour.values,
            _("Choose a colour from the list."),
        ),
        "too_long": (
            all(len(getattr(event, name)) <= _limit(name) for name in LIMITED),
            _("A text is too long. Shorten it and save again."),
        ),
    }
    for code, (is_valid, text) in problems.items():
        if not is_valid:
            raise DomainError(code, text, status=400)


def _passes(check: Callable[[str], None], value: str) -> bool:
    try:
        if value:
            check(value)
    except ValidationError:
        return False
    return True


def _limit(name: str) -> int:
    field: Any = Event._meta.get_field(name)
    return int(field.max_length)
