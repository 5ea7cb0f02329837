"""A sweep that makes notifications of the batches that are owed, with a pause after each: on SQLite one writes at a time,
and moves would wait."""

from time import monotonic, sleep

from django.db import transaction

from notifications.models import NotificationBatch
from notifications.services.notify import rows_of, store

AT_ONCE = 100
LONGEST_S = 20.0
PAUSE_S = 0.04


def store_due() -> int:
    """How many notifications were stored. What is left after a while is stored by the next sweep. Safe to run twice."""
    until, stored = monotonic() + LONGEST_S, 0
    while batches := list(NotificationBatch.objects.order_by("pk")[:AT_ONCE]):
        for batch in batches:
            stored += _store(batch)
            if monotonic() >= until:
                return stored
            sleep(PAUSE_S)
    return stored


def _store(batch: NotificationBatch) -> int:
    """0 where another sweep has stored it."""
    rows = rows_of(batch)
    with transaction.atomic():
        owed = NotificationBatch.objects.select_for_update().filter(pk=batch.pk)
        if not owed.values_list("pk", flat=True).first():
            return 0
        store(rows)
        owed.delete()
        return len(rows)
