"""Reads the cells of a list of ratings: numbers and dates as federations write them. No database.

A rating is a number above 0 and below 10000. A date is YYYY-MM-DD or DD.MM.YYYY: with slashes, nobody knows which is the
month. What cannot be read is a ValueError with a plain sentence.
"""

import re
from datetime import date, timedelta

from django.utils.translation import gettext as _

RATINGS = {
    "list": ("list", "list name", "rating list", "liste", "ratingliste"),
    "number": ("number", "member number", "member no", "member", "member id", "no", "mitgliedsnummer", "nr"),
    "full_name": ("name", "player", "full name", "player name", "spieler", "nombre", "nom"),
    "first_name": ("first name", "firstname", "given name", "vorname"),
    "last_name": ("last name", "lastname", "surname", "family name", "nachname"),
    "player_id": ("player id", "player_id", "barpoint id"),
    "rating": ("rating", "elo", "current rating", "wertung"),
    "date": ("date", "as of", "datum", "rating date"),
}  # fmt: skip
"""Our names of the columns, with what files call them."""
HIGHEST = 10_000
OLDEST = date(1980, 1, 1)
LONGEST_LIST = 40
LONGEST_NUMBER = 32


def rating_in(text: str) -> float:
    """`1623`, `1623.4` or `1623,4`."""
    if re.fullmatch(r"[0-9]{1,3}[.,][0-9]{3}", text):
        raise ValueError(_("This rating may mean thousands. Write it without a separator."))
    if not re.fullmatch(r"[0-9]{1,5}([.,][0-9]{1,6})?", text):
        raise ValueError(_("A rating must be a number."))
    rating = float(text.replace(",", "."))
    if not 0 < rating < HIGHEST:
        raise ValueError(_("A rating must be above 0 and below 10,000."))
    return round(rating, 2)


def date_in(text: str, today: date) -> date:
    """The day of a list; one day ahead is still today somewhere."""
    iso = re.fullmatch(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", text)
    dotted = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})", text)
    parts = iso.groups() if iso else dotted.groups()[::-1] if dotted else None
    try:
        day = date(*map(int, parts)) if parts else None
    except ValueError:
        day = None
    if day is None:
        raise ValueError(_("Write the date as 2026-03-31 or 31.03.2026."))
    if not OLDEST <= day <= today + timedelta(days=1):
        raise ValueError(_("The date must be between 1980 and today."))
    return day


def name_in(row: dict[str, str]) -> str:
    """`Ann Lee`, also from `Lee, Ann` and from two columns; empty where the row names nobody."""
    name = row.get("full_name", "")
    if not name:
        name = f"{row.get('first_name', '')} {row.get('last_name', '')}"
    elif name.count(",") == 1:
        last, first = name.split(",")
        name = f"{first} {last}"
    return " ".join(name.split())
