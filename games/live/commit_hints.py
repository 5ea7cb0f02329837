"""From the services' `actions_committed` to the live listeners, whichever thread or process committed.

Services know nothing of listeners. In the live process a hint hops onto the loop (a Celery thread or a
Django view may have committed); elsewhere it goes to Redis; failing that, the feed asks within a second.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import monotonic
from typing import Any, Protocol
from uuid import UUID

import redis
from django.conf import settings

from games.live.bus import CHANNEL, aside_text, hints_text
from games.signals import actions_committed, aside_changed

logger = logging.getLogger(__name__)

Hints = list[tuple[UUID, int]]
QUIET_S = 5.0
NO_TABLE = "-"
"""The name, among processes with live tables, of one without."""


class Hub(Protocol):
    """A running live application; may be called from any thread."""

    def tell_threadsafe(self, match_id: UUID, seq: int) -> None: ...

    def aside_threadsafe(self, match_id: UUID) -> None: ...


_hubs: set[Hub] = set()
_here = local()


@contextmanager
def collected() -> Iterator[Hints]:
    """Hints of this thread's commits, for the batcher, which tells them after the rows themselves."""
    hints: Hints = []
    _here.hints = hints
    try:
        yield hints
    finally:
        del _here.hints


def connect(hub: Hub) -> None:
    _hubs.add(hub)


def disconnect(hub: Hub) -> None:
    _hubs.discard(hub)


def on_committed(grown: Hints, **_signal: Any) -> None:
    """Receiver of `actions_committed`."""
    hints: Hints | None = getattr(_here, "hints", None)
    if hints is not None:
        hints += grown
    elif _hubs:
        for hub in list(_hubs):
            for match_id, seq in grown:
                hub.tell_threadsafe(match_id, seq)
    elif settings.REDIS_URL:
        _redis.tell(hints_text(NO_TABLE, grown))


def on_aside(match_id: UUID, **_signal: Any) -> None:
    """Receiver of `aside_changed`."""
    if _hubs:
        for hub in list(_hubs):
            hub.aside_threadsafe(match_id)
    elif settings.REDIS_URL:
        _redis.tell(aside_text(match_id))


class _FromElsewhere:
    """Publishes from a process that serves no live table. A Redis that is away costs one short wait in five seconds."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._quiet_until = 0.0

    def tell(self, text: str) -> None:
        if monotonic() < self._quiet_until:
            return
        try:
            if self._client is None:
                self._client = redis.Redis.from_url(
                    settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
                )
            self._client.publish(CHANNEL, text)
        except (redis.RedisError, OSError) as error:
            self._quiet_until = monotonic() + QUIET_S
            logger.warning("no hint to the live tables: %s", error)


_redis = _FromElsewhere()


def register() -> None:
    """Called once by the app registry."""
    actions_committed.connect(on_committed, dispatch_uid="games.live.commit_hints")
    aside_changed.connect(on_aside, dispatch_uid="games.live.commit_hints.aside")
