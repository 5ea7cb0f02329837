"""Where rooms read a match: the selectors, called in a reader thread."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

from django.utils import timezone, translation

from games import selectors
from games.engine.seats import Seat
from games.live.action_group import Row
from games.live.batching_loader import BatchingLoader
from games.live.threads import DatabaseThreads
from games.loaded_match import LoadedMatch
from games.selectors.visibility import delay_of


@dataclass(frozen=True, slots=True)
class LogPage:
    """A match read at one moment, and the rows of its log after the seq that was asked for."""

    loaded: LoadedMatch
    rows: tuple[Row, ...]


Cursor = tuple[UUID, int | None]
"""A match, and the seq after which its rows are wanted; None: no rows."""


class MatchSource:
    """`pages`, `late_page` and `grown` query, in a reader thread; the others do not."""

    def pages(self, cursors: Collection[Cursor]) -> dict[Cursor, LogPage]:
        """These matches, each with its rows after the seq that was asked for."""
        matches = selectors.load_matches({match_id for match_id, _after in cursors})
        wanted: dict[UUID, int] = {}
        for match_id, after in cursors:
            loaded = matches.get(match_id)
            if loaded is not None and after is not None and after < loaded.seq:
                wanted[match_id] = min(after, wanted.get(match_id, after))
        rows = selectors.actions_after_each(wanted) if wanted else {}
        return {
            (match_id, after): _page(matches[match_id], rows.get(match_id, ()), after)
            for match_id, after in cursors
            if match_id in matches
        }

    def late_page(self, match_id: UUID, after: int | None, delay_s: int) -> LogPage | None:
        """A match and its rows after `after` as they were `delay_s` ago."""
        until = timezone.now() - timedelta(seconds=delay_s)
        loaded = selectors.load_match_at(match_id, until)
        if loaded is None:
            return None
        rows = [] if after is None else selectors.rows_between(match_id, after, until)
        return _page(loaded, rows, after)

    def grown(self, shown: Mapping[UUID, int]) -> dict[UUID, int]:
        """Of these matches and the seqs that are shown of them, those whose log is longer now."""
        return selectors.grown(shown)

    def delay_s(self, loaded: LoadedMatch) -> int:
        """How late spectators see this match."""
        return int(delay_of(loaded.context).total_seconds())

    def lasting(self, loaded: LoadedMatch, language: str) -> dict[str, Any]:
        with translation.override(language):
            return selectors.lasting_view(loaded)

    def passing(self, loaded: LoadedMatch) -> dict[str, Any]:
        return selectors.passing_view(loaded, timezone.now())

    def outlasts(self, before: LoadedMatch, after: LoadedMatch) -> bool:
        return selectors.outlasts(before, after)

    def own(self, loaded: LoadedMatch, seat: str | None, language: str) -> dict[str, Any]:
        return selectors.own_view(loaded, cast("Seat | None", seat), language)


class LogReader:
    """How rooms read their matches: many together, unless a match is shown late."""

    def __init__(self, source: MatchSource, threads: DatabaseThreads) -> None:
        self._source, self._threads = source, threads
        self._loader: BatchingLoader[Cursor, LogPage] = BatchingLoader(
            lambda cursors: threads.read(source.pages, cursors)
        )

    async def read(
        self, match_id: UUID, after: int | None = None, delay_s: int = 0
    ) -> LogPage | None:
        """A match and its rows after `after`, as they were `delay_s` ago; None when there is no such match."""
        if delay_s:
            return await self._threads.read(self._source.late_page, match_id, after, delay_s)
        return await self._loader.load((match_id, after))


def _page(loaded: LoadedMatch, rows: Iterable[Row], after: int | None) -> LogPage:
    """What was committed between the two queries belongs to the next page."""
    first = loaded.seq if after is None else after
    return LogPage(loaded, tuple(row for row in rows if first < row["seq"] <= loaded.seq))
