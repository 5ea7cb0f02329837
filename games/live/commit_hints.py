"""From the services' signals to the live listeners, whichever thread or process committed.

Services know nothing of listeners. In the live process a hint goes to the loop (a Celery thread or a
Django view may have committed); elsewhere it goes to Redis; failing that, the feed asks within a second.
What the live table commits itself comes back from `act_many` and sends no signal.
"""

import logging
from asyncio import AbstractEventLoop, get_running_loop
from time import monotonic
from typing import Any
from uuid import UUID

import redis
from django.conf import settings

from games.live.bus import CHANNEL, hints_text, side_channel_text
from games.live.feed import Feed
from games.signals import LogGrowth, actions_committed, aside_changed

logger = logging.getLogger(__name__)

QUIET_S = 5.0
NO_TABLE = "-"
"""The name, among processes with live tables, of a process without them."""

_feeds: dict[Feed, AbstractEventLoop] = {}


def connect(feed: Feed) -> None:
    """Called on the loop of this feed."""
    _feeds[feed] = get_running_loop()


def disconnect(feed: Feed) -> None:
    _feeds.pop(feed, None)


def on_committed(grown: LogGrowth, **_signal: Any) -> None:
    """Receiver of `actions_committed`, in any thread."""
    if _feeds:
        for feed, loop in list(_feeds.items()):
            loop.call_soon_threadsafe(feed.log_grew, grown)
    elif settings.REDIS_URL:
        _redis.publish(hints_text(NO_TABLE, grown))


def on_aside(match_id: UUID, **_signal: Any) -> None:
    """Receiver of `aside_changed`, in any thread."""
    if _feeds:
        for feed, loop in list(_feeds.items()):
            loop.call_soon_threadsafe(feed.side_channel_changed, match_id)
    elif settings.REDIS_URL:
        _redis.publish(side_channel_text(match_id))


class _RedisPublisher:
    """Publishes from a process that serves no live table. A Redis that is away costs one short wait in five seconds."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._quiet_until = 0.0

    def publish(self, text: str) -> None:
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


_redis = _RedisPublisher()


def register() -> None:
    """Called once by the app registry."""
    actions_committed.connect(on_committed, dispatch_uid="games.live.commit_hints")
    aside_changed.connect(on_aside, dispatch_uid="games.live.commit_hints.aside")
