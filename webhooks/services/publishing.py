"""Public events get their place in the sequence when they become public, one after the other."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from web.parent_calls import in_parent
from webhooks.models import EventSequence, WebhookEvent

AT_ONCE = 500


def publish_due(now: datetime) -> int:
    """Give the next numbers to what is public by now, in the order in which it became so; returns how many there were.

    Numbers are given under a lock that lasts until the commit. So they become visible in their order, without a gap that a
    slower transaction fills later.
    """
    return _publish(now) if due_to_publish(now).exists() else 0


def due_to_publish(now: datetime) -> QuerySet[WebhookEvent]:
    """What is public by now and has no number yet."""
    return WebhookEvent.objects.filter(sequence=None, public_at__lte=now)


@in_parent
@transaction.atomic
def _publish(now: datetime) -> int:
    EventSequence.objects.get_or_create(pk=1)
    sequence = EventSequence.objects.select_for_update().get(pk=1)
    rows = list(due_to_publish(now).order_by("public_at", "pk").only("pk")[:AT_ONCE])
    for row in rows:
        sequence.last += 1
        row.sequence = sequence.last
    WebhookEvent.objects.bulk_update(rows, ["sequence"])
    sequence.save(update_fields=["last"])
    return len(rows)
