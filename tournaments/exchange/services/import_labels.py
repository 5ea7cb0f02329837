"""The values of an entry in a row beside its player: club, family, seed; and which of them differ."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.exchange.services import import_cells as cells
from tournaments.models import Entry

MOST_LETTERS = {"club": 80, "family": 40}
HIGHEST_SEED = 100_000


def labels(row: Mapping[str, str]) -> dict[str, Any]:
    """Club, family and seed of a row, those that are not empty. Raises WrongCell."""
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
    return values


def changed_values(entry: Entry, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that the entry does not have; differences in spaces do not count."""
    return {name: new for name, new in values.items() if _spaced(getattr(entry, name)) != new}


def _spaced(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value
