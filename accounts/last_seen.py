"""When somebody was last on the site: remembered for a while, so that nobody is written to who is here; and for their page.

A cache that forgets means an email more, never one less.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from accounts.models import User

KEPT_S = 3600
STORED_EVERY_S = 600
ONLINE = timedelta(minutes=2)
"""An open page asks every 20 or 30 seconds; nobody is online who has not asked for so long."""


@dataclass(frozen=True, slots=True)
class OnlineState:
    """What others may know of it. `last_seen` is None while somebody is online, or where it is not known."""

    is_online: bool
    last_seen: datetime | None


def note_seen(user_id: int, now: datetime) -> None:
    """An open page has asked for news. Every ten minutes it is stored, too."""
    cache.set(f"seen:{user_id}", now, KEPT_S)
    if cache.add(f"seen-stored:{user_id}", True, STORED_EVERY_S):
        User.objects.filter(pk=user_id).update(last_seen_at=now)


def seen_at(user_id: int | None) -> datetime | None:
    """When an open page of this user last asked; None if it is longer ago than an hour."""
    seen: datetime | None = cache.get(f"seen:{user_id}")
    return seen


def seen_at_of(user_ids: Iterable[int]) -> dict[int, datetime]:
    """`seen_at` of many users, who are left out where it is longer ago than an hour. The cache is asked once."""
    keys = {f"seen:{user_id}": user_id for user_id in user_ids}
    return {keys[key]: at for key, at in cache.get_many(keys).items()}


def presences_of(users: Iterable[User], now: datetime) -> dict[int, OnlineState | None]:
    """`presence_of` for many users, by their numbers: the cache is asked once. No query."""
    listed = list(users)
    seen = cache.get_many([f"seen:{user.pk}" for user in listed])
    return {user.pk: _presence(user, seen.get(f"seen:{user.pk}"), now) for user in listed}


def presence_of(user: User | None, now: datetime) -> OnlineState | None:
    """None where there is nothing to show: no login, a guest, or somebody who does not show it. No query."""
    return None if user is None else _presence(user, seen_at(user.pk), now)


def _presence(user: User, seen: datetime | None, now: datetime) -> OnlineState | None:
    if user.is_guest or user.is_suspended or not user.shows_last_seen:
        return None
    if seen is not None and now - seen <= ONLINE:
        return OnlineState(is_online=True, last_seen=None)
    last = max((at for at in (seen, user.last_seen_at) if at is not None), default=None)
    return OnlineState(is_online=False, last_seen=last) if last is not None else None
