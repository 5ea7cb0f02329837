"""Marking notifications as read. A user reaches their own alone."""

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from notifications.models import Notification

MOST_AT_ONCE = 200


def mark_all(user: User, now: datetime) -> int:
    """Everything is read; returns how many were not."""
    return _mark(user, now)


def mark_rows(user: User, ids: Iterable[int], now: datetime) -> int:
    """These are read; ids of others are passed over. Returns how many were not read yet."""
    return _mark(user, now, pk__in=list(ids)[:MOST_AT_ONCE])


def mark_page(user: User, path: str, now: datetime) -> int:
    """The user has opened this page, so what leads to it is read."""
    return _mark(user, now, url=path)


def _mark(user: User, now: datetime, **which: object) -> int:
    return Notification.objects.filter(user=user, read_at=None, **which).update(read_at=now)
