"""Checks of what a club says about itself."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django_countries import countries

from clubs.models import Club, Joining
from tournaments.event.services.event_checks import only_http
from web.errors import DomainError

LIMITED = ("name", "place", "about", "website", "contact")


def require_valid(club: Club) -> None:
    """Refused: name_needed, bad_country, bad_web_address, bad_joining, too_long (400)."""
    problems = {
        "name_needed": (
            any(c.isalnum() for c in club.name),
            _("Enter a name with letters or digits."),
        ),
        "bad_country": (
            not club.country or str(club.country) in dict(countries),
            _("Choose a country from the list."),
        ),
        "bad_web_address": (
            _is_web_address(club.website),
            _("Enter a web address that begins with https:// or http://."),
        ),
        "bad_joining": (
            club.joining in Joining.values,
            _("Choose who can join the club."),
        ),
        "too_long": (
            all(len(getattr(club, name)) <= _limit(name) for name in LIMITED),
            _("A text is too long. Shorten it and save again."),
        ),
    }
    for code, (is_valid, text) in problems.items():
        if not is_valid:
            raise DomainError(code, text, status=400)


def _is_web_address(value: str) -> bool:
    try:
        if value:
            only_http(value)
    except ValidationError:
        return False
    return True


def _limit(name: str) -> int:
    field: Any = Club._meta.get_field(name)
    return int(field.max_length)
