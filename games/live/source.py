"""Where the feed reads a match: the selectors, called in a reader thread."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

from django.utils import timezone, translation

from games import selectors
from games.engine.seats import Seat
from games.live.room import Asked, Page, Row
from games.loaded_match import Sheet
from games.selectors.visibility import delay_of


class DatabaseSource:
    """`pages`, `late_page` and `seqs` query; the others do not."""

    def pages(self, asked: Collection[Asked]) -> dict[Asked, Page]:
        """These matches, each with its rows after the seq that was asked for (None: no rows)."""
        sheets = selectors.sheets({match_id for match_id, _after in asked})
        wanted: dict[UUID, int] = {}
        for match_id, after in asked:
            sheet = sheets.get(match_id)
            if sheet is not None and after is not None and after < sheet.seq:
                wanted[match_id] = min(after, wanted.get(match_id, after))
        rows = selectors.actions_after_each(wanted) if wanted else {}
        return {
            (match_id, after): _page(sheets[match_id], rows.get(match_id, ()), after)
            for match_id, after in asked
            if match_id in sheets
        }

    def late_page(self, match_id: UUID, after: int | None, delay_s: int) -> Page | None:
        """A match and its rows after `after` as they were `delay_s` ago."""
        until = timezone.now() - timedelta(seconds=delay_s)
        sheet = selectors.sheet_at(match_id, until)
        if sheet is None:
            return None
        rows = [] if after is None else selectors.rows_between(match_id, after, until)
        return _page(sheet, rows, after)

    def seqs(self, match_ids: Collection[UUID]) -> dict[UUID, int]:
        return selectors.seqs(match_ids)

    def delay_s(self, sheet: Sheet) -> int:
        """How late spectators see this match."""
        return int(delay_of(sheet.context).total_seconds())

    def lasting(self, sheet: Sheet, language: str) -> dict[str, Any]:
        with translation.override(language):
            return selectors.lasting_view(sheet)

    def passing(self, sheet: Sheet) -> dict[str, Any]:
        return selectors.passing_view(sheet, timezone.now())

    def outlasts(self, before: Sheet, after: Sheet) -> bool:
        return selectors.outlasts(before, after)

    def own(self, sheet: Sheet, seat: str | None, language: str) -> dict[str, Any]:
        return selectors.own_view(sheet, cast("Seat | None", seat), language)


def _page(sheet: Sheet, rows: Iterable[Row], after: int | None) -> Page:
    """What was committed between the two queries belongs to the next page."""
    first = sheet.seq if after is None else after
    return Page(sheet, tuple(row for row in rows if first < row["seq"] <= sheet.seq))
