"""What one viewer may see of a match right now: players as it is, spectators as late as the event wants it."""

from datetime import datetime, timedelta
from typing import Any

from games.engine.seats import Seat
from games.models import Match
from games.selectors.log import rows_between
from games.selectors.sheets import sheet_at, sheet_of
from games.selectors.view import view_of
from games.sheet import Sheet


def delay_of(match: Match, seat: Seat | None) -> timedelta:
    """How late this viewer sees it; a match that is over is nobody's secret."""
    if seat is not None or match.is_over:
        return timedelta(0)
    return timedelta(seconds=int(match.context.get("spectator_delay_s") or 0))


def seen_sheet(match: Match, seat: Seat | None, now: datetime) -> Sheet | None:
    """None when a spectator may not see anything yet."""
    delay = delay_of(match, seat)
    return sheet_at(match.pk, now - delay) if delay else sheet_of(match)


def table_page(
    match: Match, seat: Seat | None, now: datetime
) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """View and log, as far as this viewer may see them."""
    sheet = seen_sheet(match, seat, now)
    if sheet is None:
        return None
    rows = rows_between(match.pk, 0, now - delay_of(match, seat))
    return view_of(sheet, seat, now), [row for row in rows if row["seq"] <= sheet.seq]
