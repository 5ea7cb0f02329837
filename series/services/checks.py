"""Checks of what a series is set to."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from series.merit.order import TIE_BREAKS
from series.merit.points import DRAWS, KINDS, PLACE, SHARE, SIZE, WINS
from series.models import LONGEST_NAME, Series
from series.selectors.schemes import decimal_of
from web.errors import DomainError

MOST_PLACES = 256
MOST_SIZES = 20
MOST_POINTS = Decimal(100_000)
MOST_COUNTED = 200
LONGEST_ABOUT = 2000


def require_valid(series: Series) -> None:
    """Refused (400): name_needed, too_long, bad_number_of_results, bad_tie_breaks, and what `checked_scheme` refuses."""
    if len(series.name) < 3 or not any(c.isalnum() for c in series.name):
        raise DomainError("name_needed", _("Enter a name of three characters or more."), 400)
    if len(series.name) > LONGEST_NAME or len(series.about) > LONGEST_ABOUT:
        raise DomainError("too_long", _("A text is too long. Shorten it and save again."), 400)
    if not (0 <= series.best <= MOST_COUNTED and 0 <= series.least_events <= MOST_COUNTED):
        text = _("Enter a number of results from 0 to %(most)d.") % {"most": MOST_COUNTED}
        raise DomainError("bad_number_of_results", text, 400)
    breaks = series.tie_breaks
    if len(set(breaks)) < len(breaks) or not set(breaks) <= set(TIE_BREAKS):
        text = _("Choose each tie-break once, from the list.")
        raise DomainError("bad_tie_breaks", text, 400)
    series.scheme = checked_scheme(series.scheme)


def checked_scheme(scheme: Any) -> dict[str, Any]:
    """The same scheme with numbers as plain decimal text, without what its kind does not use.

    Refused (400): bad_scheme, bad_points, no_points, bad_sizes.
    """
    if not isinstance(scheme, dict) or scheme.get("kind") not in KINDS:
        raise DomainError("bad_scheme", _("Choose the scoring."), 400)
    kind = scheme["kind"]
    checked: dict[str, Any] = {"kind": kind, "taking_part": _number(scheme.get("taking_part") or "0")}  # fmt: skip
    if kind in (PLACE, SHARE):
        checked["points"] = _numbers(scheme.get("points") or ())
    if kind == SIZE:
        checked["by_size"] = _sizes(scheme.get("by_size") or ())
    if kind == WINS:
        wins = scheme.get("wins")
        wins = wins if isinstance(wins, dict) else {}
        checked["wins"] = {draw: _number(wins.get(draw) or "0") for draw in DRAWS}
        if not any(Decimal(points) for points in checked["wins"].values()):
            raise _no_points()
    elif scheme.get("best_of_tie"):
        checked["best_of_tie"] = True
    return checked


def _sizes(rows: Any) -> list[list[Any]]:
    text = _("Begin each row with a number of players. Each number stands in one row only.")
    refused = DomainError("bad_sizes", text, 400)
    if not isinstance(rows, Sequence) or isinstance(rows, str) or len(rows) > MOST_SIZES:
        raise refused
    if not rows:
        raise _no_points()
    sizes: dict[int, list[str]] = {}
    for row in rows:
        if not isinstance(row, Sequence) or isinstance(row, str) or len(row) != 2:
            raise refused
        size, points = row
        if not isinstance(size, int) or not 1 <= size <= 10_000 or size in sizes:
            raise refused
        sizes[size] = _numbers(points)
    return [[size, sizes[size]] for size in sorted(sizes)]


def _numbers(values: Any) -> list[str]:
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) > MOST_PLACES:
        text = _("Enter points for %(most)d places at most.") % {"most": MOST_PLACES}
        raise DomainError("bad_points", text, 400)
    numbers = [_number(value) for value in values]
    if not any(Decimal(number) for number in numbers):
        raise _no_points()
    return numbers


def _number(value: Any) -> str:
    """Refused: bad_points, for anything but a number from 0 with at most two decimals."""
    number = decimal_of(str(value))
    if number is None or not 0 <= number <= MOST_POINTS or number != round(number, 2):
        text = _("“%(value)s” is not a number of points. Enter numbers such as 10 or 2.5.")
        raise DomainError("bad_points", text % {"value": str(value)[:40]}, 400)
    return f"{number.normalize():f}"


def _no_points() -> DomainError:
    return DomainError("no_points", _("Enter points for at least one place or win."), 400)
