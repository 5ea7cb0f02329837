"""Where an event shows results late, spectators read its tables as they were (docs/adr/0014).

This is decided at the database connection alone, while a page or an API response is made. Selectors, serializers,
keys and caches are not aware of it. Each statement that reads a delayed table is prefixed with a common table
expression that has the name of the table and contains the rows of the snapshot.
"""

import re
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, cast

from django.db import Error, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone

from tournaments.bracket.selectors.delayed_results import (
    DelayedTournament,
    delayed_tournaments,
    seen_at_once,
)
from tournaments.bracket.snapshot_sql import DELAYED, SnapshotReading, read_instead
from tournaments.core.permissions import Viewer

READS = frozenset({"GET", "HEAD"})
WITH_A_CODE = ("/t/", "/c/")
"""Slips and check-in: somebody with the code on the paper plays there, with or without a login."""
NO_DATABASE = ("/static/", "/healthz", "/readyz", "/metrics")
"""Addresses that answer without a database, or show nothing of tournaments."""
TABLE = re.compile(r'"((?:tournaments|games)_[a-z]+)"')
Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


class SpectatorReadsMiddleware:
    """Answers spectators from snapshots. Costs nothing where no tournament holds back its results."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        at_once = request.path_info.startswith((*WITH_A_CODE, *NO_DATABASE))
        if request.method not in READS or at_once:
            return self.get_response(request)
        try:
            delayed = delayed_tournaments()
        except Error:  # raised where the page itself queries: not every page does
            delayed = None
        if delayed == ():
            return self.get_response(request)
        reads = SpectatorReads(delayed, lambda: request.user, timezone.now())
        with reads.installed():
            response = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            pieces = cast(Iterator[bytes], response.streaming_content)
            response.streaming_content = _pieces(pieces, reads)
        return response


class SpectatorReads:
    """Rewrites what is read for one request. The viewer is read when first needed: an API token is authenticated late."""

    def __init__(
        self,
        delayed: tuple[DelayedTournament, ...] | None,
        viewer: Callable[[], Viewer],
        now: datetime,
    ) -> None:
        """Without `delayed` it is read when first needed."""
        self._delayed, self._viewer, self._now = delayed, viewer, now
        self._readings: dict[int | None, tuple[SnapshotReading, ...]] = {}
        self._is_asking = False

    @contextmanager
    def installed(self) -> Generator[None]:
        """Grouping by a key alone needs a real table on PostgreSQL, so Django names all columns meanwhile."""
        features: Any = connection.features
        before = features.allows_group_by_selected_pks
        features.allows_group_by_selected_pks = False
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            features.allows_group_by_selected_pks = before

    def __call__(
        self, execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        tables = () if self._is_asking else _read_by(sql)
        readings = self._of_viewer() if tables else ()
        if readings:
            instead = ", ".join(read_instead(name, readings) for name in tables)
            sql = f"WITH {instead} {sql}"
        return execute(sql, params, many, context)

    def _of_viewer(self) -> tuple[SnapshotReading, ...]:
        self._is_asking = True
        try:
            if self._delayed is None:
                self._delayed = delayed_tournaments()
            viewer = self._viewer()
            if viewer.pk not in self._readings:
                at_once = seen_at_once(viewer, [delayed.tournament for delayed in self._delayed])
                late = [delayed for delayed in self._delayed if delayed.tournament not in at_once]
                self._readings[viewer.pk] = tuple(delayed.reading(self._now) for delayed in late)
            return self._readings[viewer.pk]
        finally:
            self._is_asking = False


def _read_by(sql: str) -> list[str]:
    """The delayed tables that a statement reads; none for one that writes."""
    tables = sorted(DELAYED.intersection(TABLE.findall(sql)))
    if not tables or sql.startswith(("INSERT", "UPDATE", "DELETE")):
        return []
    if not sql.startswith(("SELECT", "(SELECT")):
        raise RuntimeError(f"A spectator cannot be shown what this reads: {sql[:80]}")
    return tables


def _pieces(pieces: Iterator[bytes], reads: SpectatorReads) -> Generator[bytes]:
    """The pieces of a streamed response, which read the database as the rest of the response did."""
    while True:
        with reads.installed():
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece
