"""Claims of what is owed: of two workers that send, one alone sends it."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from django.db.models import QuerySet

from notifications.models import Notification, PushDelivery
from web.prepared_writes import update_of, write_unlocked

M = TypeVar("M", Notification, PushDelivery)


def claim(free: QuerySet[M], pks: Sequence[int], now: datetime) -> set[int]:
    """Which of these `pks` belong to the sweep that began at `now`, alone, from now on: those of the rows that are `free`."""
    written = write_unlocked(free, lambda rows: update_of(rows, claimed_at=now))
    if sum(written) == len(pks):
        return set(pks)
    mine = free.model._default_manager.filter(pk__in=pks, claimed_at=now)
    return set(mine.values_list("pk", flat=True))
