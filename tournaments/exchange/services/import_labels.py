"""What a row of a file says of an entry beside who it is: club, family, seed; and what of that is new."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.services import import_cells as cells
from tournaments.models import Entry

MOST_LETTERS = {"club": 80, "family": 40}
HIGHEST_SEED = 100_000


def labels(row: Mapping[str, str]) -> dict[str, Any]:
    """Club, family and seed of a row, where something is said. Raises WrongCell."""
    found: dict[str, Any] = {}
    for column, most in MOST_LETTERS.items():
        value = " ".join(row.get(column, "").split())
        if len(value) > most:
            raise cells.WrongCell(column, _("At most %(n)d letters.") % {"n": most})
        if value:
            found[column] = value
    seed = row.get("seed", "")
    if seed:
        number = cells.whole(seed)
        if number is None or not 1 <= number <= HIGHEST_SEED:
            raise cells.WrongCell("seed", _("A seed is a number from 1."))
        found["seed"] = number
    return found


def news(entry: Entry, values: Mapping[str, Any]) -> dict[str, Any]:
    """What of these values is not there yet; how words are spaced is no news."""
    return {name: new for name, new in values.items() if _spaced(getattr(entry, name)) != new}


def _spaced(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value
