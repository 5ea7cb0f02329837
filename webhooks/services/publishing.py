"""Public events get their place in the sequence when they become public, one after the other."""

from datetime import datetime

from django.db import transaction

from webhooks.models import EventSequence, WebhookEvent

AT_ONCE = 500


def publish_due(now: datetime) -> int:
    """Give the next numbers to what is public by now, in the order in which it became so; returns how many there were.

    Numbers are given under a lock that lasts until the commit. So they become visible in their order, without a gap that a
    slower transaction fills later.
    """
    due = WebhookEvent.objects.filter(sequence=None, public_at__lte=now)
    if not due.exists():
        return 0
    with transaction.atomic():
        EventSequence.objects.get_or_create(pk=1)
        sequence = EventSequence.objects.select_for_update().get(pk=1)
        rows = list(due.order_by("public_at", "pk").only("pk")[:AT_ONCE])
        for row in rows:
            sequence.last += 1
            row.sequence = sequence.last
        WebhookEvent.objects.bulk_update(rows, ["sequence"])
        sequence.save(update_fields=["last"])
    return len(rows)
