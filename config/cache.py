"""The shared cache that may be away: nothing in it is a fact, so nobody is refused for want of it.

While Redis does not answer, each process keeps and counts for itself. That leaves every throttle standing, logins
among them: an attacker gets at most so many times the tries as there are processes, and nobody is locked out.
"""

import logging
from time import monotonic
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

ANSWERED_S = 1.0
ALONE_S = 5.0
"""So long nobody asks it after a failure, so that a Redis that hangs slows one request and not all."""

OWN_ENTRIES = 2000
COUNTED, DRAWN = 100_000, 1_000
"""Entries in the memory of the one process: counters, which nobody may push out, and pages, which push one another."""


def caches(redis_url: str) -> dict[str, dict[str, Any]]:
    """Django's CACHES: `default` counts and remembers, `pages` keeps what was drawn and can be drawn again."""
    if not redis_url:
        return {"default": _own("counted", COUNTED), "pages": _own("drawn", DRAWN)}
    once = {"socket_timeout": ANSWERED_S, "socket_connect_timeout": ANSWERED_S}
    shared = {
        "BACKEND": "config.cache.SharedCache",
        "LOCATION": redis_url,
        # A connection that Redis closed meanwhile is made anew, once, at once.
        "OPTIONS": {**once, "retry": Retry(NoBackoff(), 1)},
    }
    return {
        "default": {**shared, "KEY_PREFIX": "barpoint"},
        # The number rises when a class that is stored in it moves or changes.
        "pages": {**shared, "KEY_PREFIX": "barpoint.pages.2"},
    }


def _own(name: str, entries: int) -> dict[str, Any]:
    memory = "django.core.cache.backends.locmem.LocMemCache"
    return {"BACKEND": memory, "LOCATION": name, "OPTIONS": {"MAX_ENTRIES": entries}}


class SharedCache(RedisCache):
    """RedisCache that falls back on the memory of this process."""

    _alone_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._own = LocMemCache(
            f"alone:{params.get('KEY_PREFIX', '')}:{server}",
            {**params, "OPTIONS": {"MAX_ENTRIES": OWN_ENTRIES}},
        )

    def _asked(self, name: str, *args: Any, **options: Any) -> Any:
        if monotonic() >= self._alone_until:
            try:
                return getattr(super(), name)(*args, **options)
            except (RedisError, OSError) as error:
                type(self)._alone_until = monotonic() + ALONE_S
                logger.warning("the shared cache does not answer: %s", error)
        return getattr(self._own, name)(*args, **options)

    def add(self, *args: Any, **options: Any) -> bool:
        return bool(self._asked("add", *args, **options))

    def get(self, *args: Any, **options: Any) -> Any:
        return self._asked("get", *args, **options)

    def set(self, *args: Any, **options: Any) -> None:
        self._asked("set", *args, **options)

    def touch(self, *args: Any, **options: Any) -> bool:
        return bool(self._asked("touch", *args, **options))

    def delete(self, *args: Any, **options: Any) -> bool:
        return bool(self._asked("delete", *args, **options))

    def get_many(self, *args: Any, **options: Any) -> dict[Any, Any]:
        return dict(self._asked("get_many", *args, **options))

    def has_key(self, *args: Any, **options: Any) -> bool:
        return bool(self._asked("has_key", *args, **options))

    def incr(self, *args: Any, **options: Any) -> int:
        return int(self._asked("incr", *args, **options))

    def set_many(self, *args: Any, **options: Any) -> list[Any]:
        return list(self._asked("set_many", *args, **options))

    def delete_many(self, *args: Any, **options: Any) -> None:
        self._asked("delete_many", *args, **options)

    def clear(self) -> None:
        self._asked("clear")
