"""Requests of a sweep, and what became of them: for the thread of the sweep alone, which keeps the database to itself.

A process of its own sends them, one for the whole site: neither the sweep nor moves beside it wait for TLS or encryption.
Connections last from one sweep to the next.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Generic, TypeVar

from django.conf import settings

from web.post_pool import Attempt, PostPool, PostRequest
from web.post_process import PostProcess

T = TypeVar("T")
_process = PostProcess()


def warm_up() -> None:
    """Something will be sent soon: the process for it starts meanwhile."""
    if settings.POSTS_IN_OWN_PROCESS:
        _process.warm_up()


def keep_warm() -> None:
    """Something will be sent again and again: the process for it runs until this one ends."""
    if settings.POSTS_IN_OWN_PROCESS:
        _process.keep()


class PostSenders(Generic[T]):
    """So many threads at a time, and as long as `deadline_s` for each request; `T` is what a request belongs to."""

    def __init__(self, threads: int, deadline_s: float) -> None:
        self._terms = threads, deadline_s
        self._pool = None if settings.POSTS_IN_OWN_PROCESS else PostPool(threads, deadline_s)
        self._finished: SimpleQueue[tuple[T, Attempt]] = SimpleQueue()
        self.in_flight = 0

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()

    def post(self, owner: T, request: PostRequest) -> None:
        """As soon as a thread is free."""
        self.post_all([(owner, request)])

    def post_all(self, requests: Sequence[tuple[T, PostRequest]]) -> None:
        """Each as soon as a thread is free."""
        self.in_flight += len(requests)
        reported = [(request, partial(self._report, owner)) for owner, request in requests]
        if self._pool is None:
            _process.post_all(reported, *self._terms)
            return
        for request, report in reported:
            self._pool.post(request, report)

    def finished(self, most: int, within_s: float) -> list[tuple[T, Attempt]]:
        """What became of requests: of so many, of those that are finished within this time, or of all that are in flight."""
        done: list[tuple[T, Attempt]] = []
        until = monotonic() + within_s
        with suppress(Empty):
            while self.in_flight and len(done) < most:
                done.append(self._finished.get(timeout=max(0.0, until - monotonic())))
                self.in_flight -= 1
        return done

    def _report(self, owner: T, attempt: Attempt) -> None:
        self._finished.put((owner, attempt))
