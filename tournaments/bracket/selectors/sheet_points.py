"""The running score of a match over the board, from the games on its score sheet."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, OuterRef, Subquery, Sum

from tournaments.bracket.selectors.agreement import SESSION
from tournaments.models import SheetGame


def points_on_sheet(entry: str) -> Subquery:
    """A column of slips: the points that their `entry_a` or `entry_b` has on the sheet, null without a won game."""
    won = SheetGame.objects.filter(slip=OuterRef("pk"), winner=OuterRef(entry)).order_by()
    points = won.values("slip").annotate(points=Sum(F("worth") * F("cube")))
    return Subquery(points.values("points"))


def sheet_score(
    points_a: int | None, points_b: int | None, length: int, own_rules: Mapping[str, Any] | None
) -> tuple[int, int] | None:
    """The score without points beyond the match length; None while no game is on the sheet."""
    if points_a is None and points_b is None:
        return None
    first, second = points_a or 0, points_b or 0
    if (own_rules or {}).get(SESSION):
        return first, second
    return min(first, length), min(second, length)
