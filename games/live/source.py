"""Where the feed reads a match: the selectors, called in a reader thread."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

from django.utils import timezone, translation

from games import selectors
from games.engine.seats import Seat
from games.live.room import Page
from games.models import Match
from games.selectors.seen import delay_of
from games.sheet import Sheet


class DatabaseSource:
    """`page`, `seqs` and `delay_s` query; the parts of a view do not."""

    def page(self, match_id: UUID, after: int | None, delay_s: int) -> Page | None:
        """A match and its rows after `after` (None: no rows), as they were `delay_s` ago."""
        if delay_s:
            return _late_page(match_id, after, timedelta(seconds=delay_s))
        sheet = selectors.sheets([match_id]).get(match_id)
        if sheet is None:
            return None
        rows = [] if after is None else selectors.actions_after(match_id, after)
        # What was committed between the two queries belongs to the next page.
        return Page(sheet, tuple(row for row in rows if row["seq"] <= sheet.seq))

    def seqs(self, match_ids: Collection[UUID]) -> dict[UUID, int]:
        return selectors.seqs(match_ids)

    def delay_s(self, match_id: UUID) -> int | None:
        """How late spectators see this match; None when there is no such match."""
        context = Match.objects.filter(pk=match_id).values_list("context", flat=True).first()
        return None if context is None else int(delay_of(context).total_seconds())

    def lasting(self, sheet: Sheet, language: str) -> dict[str, Any]:
        with translation.override(language):
            return selectors.lasting_view(sheet)

    def passing(self, sheet: Sheet) -> dict[str, Any]:
        return selectors.passing_view(sheet, timezone.now())

    def outlasts(self, before: Sheet, after: Sheet) -> bool:
        return selectors.outlasts(before, after)

    def own(self, sheet: Sheet, seat: str | None, language: str) -> dict[str, Any]:
        return selectors.own_view(sheet, cast("Seat | None", seat), language)


def _late_page(match_id: UUID, after: int | None, delay: timedelta) -> Page | None:
    until = timezone.now() - delay
    sheet = selectors.sheet_at(match_id, until)
    if sheet is None:
        return None
    rows = [] if after is None else selectors.rows_between(match_id, after, until)
    return Page(sheet, tuple(row for row in rows if row["seq"] <= sheet.seq))
