"""When somebody was last on the site: remembered for a while, so that nobody is written to who is here.

A cache that forgets means an email more, never one less.
"""

from datetime import datetime

from django.core.cache import cache

KEPT_S = 3600


def note_seen(user_id: int, now: datetime) -> None:
    """An open page has asked for news."""
    cache.set(f"seen:{user_id}", now, KEPT_S)


def seen_at(user_id: int | None) -> datetime | None:
    """When an open page of this user last asked; None if it is longer ago than an hour."""
    seen: datetime | None = cache.get(f"seen:{user_id}")
    return seen
