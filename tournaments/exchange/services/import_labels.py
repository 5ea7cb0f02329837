"""The values of an entry in a row beside its player: club, family, seed, rating, contact; and which of them differ."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournaments.exchange.services import import_cells as cells
from tournaments.models import EntrantContact, Entry

MOST_LETTERS = {"club": 80, "family": 40}
HIGHEST_SEED = 100_000
HIGHEST_RATING = 10_000
CONTACT = {"email": 254, "phone": 32, "member_number": 32}
"""The columns of a contact (contacts/services), each with its most letters."""


def labels(row: Mapping[str, str]) -> dict[str, Any]:
    """Club, family, seed and rating of a row, those that are not empty. Raises WrongCell."""
    values: dict[str, Any] = {}
    for column, most in MOST_LETTERS.items():
        value = " ".join(row.get(column, "").split())
        if len(value) > most:
            raise cells.WrongCell(
                column, _("This text is too long. Maximum characters: %(n)d.") % {"n": most}
            )
        if value:
            values[column] = value
    seed = row.get("seed", "")
    if seed:
        number = cells.whole(seed)
        if number is None or not 1 <= number <= HIGHEST_SEED:
            raise cells.WrongCell("seed", _("A seed must be a whole number from 1."))
        values["seed"] = number
    if rating := row.get("rating", ""):
        values["rating"] = _rating(rating)
    return values


def contact(row: Mapping[str, str]) -> dict[str, str]:
    """Email, phone and member number of a row, those that are not empty. Raises WrongCell."""
    values: dict[str, str] = {}
    for column, most in CONTACT.items():
        value = " ".join(row.get(column, "").split())
        if len(value) > most:
            raise cells.WrongCell(
                column, _("This text is too long. Maximum characters: %(n)d.") % {"n": most}
            )
        if value:
            values[column] = value
    try:
        if "email" in values:
            validate_email(values["email"])
    except ValidationError:
        text = _("Not an email address: %(text)s.") % {"text": values["email"]}
        raise cells.WrongCell("email", text) from None
    return values


def changed_contact(old: EntrantContact | None, values: Mapping[str, str]) -> dict[str, str]:
    """Those of the details that are not kept yet."""
    return {name: new for name, new in values.items() if getattr(old, name, "") != new}


def _rating(text: str) -> float:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        number = -1.0
    if not 0 <= number <= HIGHEST_RATING:
        text = _("A rating must be a number from 0 to %(most)d.") % {"most": HIGHEST_RATING}
        raise cells.WrongCell("rating", text)
    return number


def changed_values(entry: Entry, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that the entry does not have; differences in spaces do not count."""
    return {name: new for name, new in values.items() if _spaced(getattr(entry, name)) != new}


def _spaced(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value
