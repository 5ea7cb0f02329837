"""The versions of tournaments that everybody may see, read for all requests that wait at once.

Whoever asks gets what a query found that began after he asked, so nothing that was committed before is missed; who comes
while one is in flight shares the next. A busy page costs a query a batch instead of one a request.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from threading import Event, Lock
from typing import Any

from django.db import Error, connection

from tournaments.models import Tournament
from tournaments.models.tournament import NOT_PUBLIC

Version = tuple[int, int]
"""The tournament's id and its version."""

VersionsBySlug = Mapping[str, Version]


def public_versions(slugs: Collection[str]) -> dict[str, Version]:
    """By address; drafts, rehearsals and tournaments that hold back results are left out. One query."""
    text, before = _query(len(slugs))
    with connection.cursor() as cursor:
        cursor.execute(text, (*before, *slugs))
        return {slug: (pk, version) for slug, pk, version in cursor.fetchall()}


@cache
def _query(number: int) -> tuple[str, tuple[Any, ...]]:
    """The query for so many addresses and its first values, written out once: that takes longer than asking it."""
    rows = (
        Tournament.objects.exclude(NOT_PUBLIC)
        .exclude(delay_results=True)  # their version is not for everybody
        .order_by()
        .filter(slug__in=range(number))
        .values_list("slug", "pk", "version")
    )
    text, values = rows.query.sql_with_params()
    return text, values[: len(values) - number]


class _Batch:
    """One query and those who wait for it."""

    def __init__(self) -> None:
        self.slugs: list[str] = []
        self.versions: VersionsBySlug = {}
        self.done = Event()


class CoalescedVersions:
    """Asks `ask` for one thread at a time on behalf of all that wait in this process."""

    def __init__(self, ask: Callable[[Collection[str]], VersionsBySlug] = public_versions) -> None:
        self._ask = ask
        self._next_batch: _Batch | None = None
        self._lock, self._query_lock = Lock(), Lock()

    def of(self, slug: str) -> Version | None:
        """None for what is not there or not public, and where the database does not answer."""
        with self._lock:
            batch = self._next_batch
            is_first = batch is None
            if batch is None:
                batch = self._next_batch = _Batch()
            batch.slugs.append(slug)
        if is_first:
            self._run(batch)
        else:
            batch.done.wait()
        return batch.versions.get(slug)

    def waiting(self) -> int:
        """How many wait for the next query."""
        return 0 if self._next_batch is None else len(self._next_batch.slugs)

    def _run(self, batch: _Batch) -> None:
        with self._query_lock:
            with self._lock:
                self._next_batch = None
            try:
                batch.versions = self._ask(set(batch.slugs))
            except Error:
                batch.versions = {}
            finally:
                batch.done.set()
                if not connection.in_atomic_block:  # no request of Django's ends here
                    connection.close_if_unusable_or_obsolete()
