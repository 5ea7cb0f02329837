"""A sweep that makes notifications of the batches that are owed, at an even pace: on SQLite one writes at a time, and moves
would wait."""

from time import monotonic

import structlog
from django.db import transaction

from notifications.models import NotificationBatch
from notifications.services.notify import rows_of, store
from web.pacer import Pacer
from web.rate_limit import one_at_a_time

log = structlog.get_logger(__name__)

AT_ONCE = 200
LONGEST_S = 9.5
LEASE, LEASE_S = "notification_batches", 45
"""One sweep works at a time on the whole site; the lease of a killed worker lapses."""
PER_SECOND = 40
"""Batches: of ten thousand the last is stored within half a minute, and of a few hundred all are at once."""


def store_due() -> int:
    """How many notifications were stored. What is left after a while, or has failed, is tried by the next sweep. While another
    sweep works, this one does nothing."""
    with one_at_a_time(LEASE, LEASE_S) as is_first:
        return _store_all() if is_first else 0


def _store_all() -> int:
    until, stored, last, pace = monotonic() + LONGEST_S, 0, 0, Pacer(PER_SECOND)
    while batches := list(NotificationBatch.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        for batch in batches:
            last = batch.pk
            try:
                stored += _store(batch)
            except Exception:  # of this batch alone: the others are stored
                log.exception("batch_not_stored", batch=batch.pk)
            if monotonic() >= until:
                return stored
            pace.wait()
    return stored


def _store(batch: NotificationBatch) -> int:
    """0 where another sweep has stored it."""
    rows = rows_of(batch)
    with transaction.atomic():
        is_owed, _ = NotificationBatch.objects.filter(pk=batch.pk).delete()  # locks it, too
        if not is_owed:
            return 0
        store(rows)
        return len(rows)
