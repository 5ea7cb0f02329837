"""Versions of what is shown, read by one query for all requests that wait at once; those of public tournaments.

A request gets the result of a query that began after the request came, so it misses nothing that was committed
before; requests that come while a query runs share the next one. A busy page costs one query a batch instead of one a
request.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from threading import Event, Lock
from typing import Any, Generic, TypeVar

from django.db import Error, connection

from tournaments.models import Tournament
from tournaments.models.tournament import NOT_PUBLIC

Version = tuple[int, int]
"""The tournament's id and its version."""

Read = TypeVar("Read")
"""A version as `ask` reads it."""


def public_versions(slugs: Collection[str]) -> dict[str, Version]:
    """Versions by slug; drafts, rehearsals and tournaments that delay results are left out. One query."""
    text, before = _query(len(slugs))
    with connection.cursor() as cursor:
        cursor.execute(text, (*before, *slugs))
        return {slug: (pk, version) for slug, pk, version in cursor.fetchall()}


@cache
def _query(number: int) -> tuple[str, tuple[Any, ...]]:
    """The SQL for so many slugs and its first values; cached, because compiling it takes longer than running it."""
    rows = (
        Tournament.objects.exclude(NOT_PUBLIC)
        .exclude(delay_results=True)  # their pages differ between viewers
        .order_by()
        .filter(slug__in=range(number))
        .values_list("slug", "pk", "version")
    )
    text, values = rows.query.sql_with_params()
    return text, values[: len(values) - number]


class _Batch(Generic[Read]):
    """One query and the requests that wait for it."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.versions: Mapping[str, Read] = {}
        self.done = Event()


class CoalescedVersions(Generic[Read]):
    """Calls `ask` in one thread at a time for all requests that wait in this process. It reads the versions of these names."""

    def __init__(self, ask: Callable[[Collection[str]], Mapping[str, Read]]) -> None:
        self._ask = ask
        self._next_batch: _Batch[Read] | None = None
        self._lock, self._query_lock = Lock(), Lock()

    def of(self, name: str) -> Read | None:
        """None where `ask` leaves the name out, and where the database does not answer."""
        with self._lock:
            batch = self._next_batch
            is_first = batch is None
            if batch is None:
                batch = self._next_batch = _Batch[Read]()
            batch.names.append(name)
        if is_first:
            self._run(batch)
        else:
            batch.done.wait()
        return batch.versions.get(name)

    def waiting(self) -> int:
        """The number of requests that wait for the next query."""
        return 0 if self._next_batch is None else len(self._next_batch.names)

    def _run(self, batch: _Batch[Read]) -> None:
        with self._query_lock:
            with self._lock:
                self._next_batch = None
            try:
                batch.versions = self._ask(set(batch.names))
            except Error:
                batch.versions = {}
            finally:
                batch.done.set()
                if not connection.in_atomic_block:  # no Django request ends here and closes it
                    connection.close_if_unusable_or_obsolete()
