"""The scheme of points as it is stored, read into the values that the order of merit takes."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from series.merit.order import MeritRules
from series.merit.points import DRAWS, PointsScheme, Row
from series.models import Series


def scheme_of(stored: dict[str, Any]) -> PointsScheme:
    """Numbers are stored as decimal text, so that they stay exact."""
    wins = stored.get("wins", {})
    return PointsScheme(
        kind=stored["kind"],
        points=_row(stored.get("points", ())),
        by_size=tuple((int(size), _row(row)) for size, row in stored.get("by_size", ())),
        wins={draw: Fraction(wins[draw]) for draw in DRAWS if draw in wins},
        taking_part=Fraction(stored.get("taking_part") or 0),
        best_of_tie=bool(stored.get("best_of_tie")),
    )


def rules_of(series: Series) -> MeritRules:
    return MeritRules(series.best, series.least_events, tuple(series.tie_breaks))


def decimal_of(text: str) -> Decimal | None:
    """A number as people type it, with a point or a comma; None for anything else.

    >>> decimal_of("2,5"), decimal_of("x"), decimal_of("NaN")
    (Decimal('2.5'), None, None)
    """
    try:
        number = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _row(stored: Iterable[str]) -> Row:
    return tuple(Fraction(number) for number in stored)
