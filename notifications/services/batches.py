"""A sweep that makes notifications of the batches that are owed, some at a time and at an even pace: on SQLite one writes at a
time, and moves would wait."""

from time import monotonic

import structlog

from notifications.models import NotificationBatch
from notifications.services.notify import rows_of
from web.pacer import Pacer
from web.prepared_writes import delete_of, insert_of, write
from web.rate_limit import one_at_a_time

log = structlog.get_logger(__name__)

AT_ONCE, STORED_AT_ONCE = 200, 5
LONGEST_S = 9.5
LEASE, LEASE_S = "notification_batches", 45
"""One sweep works at a time on the whole site; the lease of a killed worker lapses."""
PER_SECOND = 28
"""Batches: of ten thousand notifications the last is stored within 40 seconds, and of a few hundred all are at once."""


def store_due() -> int:
    """How many notifications were stored. What is left after a while, or has failed, is tried by the next sweep. While another
    sweep works, this one does nothing."""
    with one_at_a_time(LEASE, LEASE_S) as is_first:
        return _store_all() if is_first else 0


def _store_all() -> int:
    until, stored, last, pace = monotonic() + LONGEST_S, 0, 0, Pacer(PER_SECOND / STORED_AT_ONCE)
    while batches := list(NotificationBatch.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        for start in range(0, len(batches), STORED_AT_ONCE):
            some = batches[start : start + STORED_AT_ONCE]
            last = some[-1].pk
            stored += _store_or_log(some)
            if monotonic() >= until:
                return stored
            pace.wait()
    return stored


def _store_or_log(batches: list[NotificationBatch]) -> int:
    """Where they cannot be stored together, each is tried alone: one that fails holds up no other."""
    try:
        return _store(batches)
    except Exception:
        if len(batches) > 1:
            return sum(_store_or_log([batch]) for batch in batches)
        log.exception("batch_not_stored", batch=batches[0].pk)
        return 0


def _store(batches: list[NotificationBatch]) -> int:
    """A worker that is killed in between leaves batches that are stored again: who has been notified is not notified again."""
    rows = rows_of(batches)
    for statement in insert_of(rows):
        write([statement])
    write(delete_of(NotificationBatch.objects.filter(pk__in=[batch.pk for batch in batches])))
    return len(rows)
