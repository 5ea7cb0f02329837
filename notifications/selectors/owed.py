"""How much there is to hand out."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from notifications.models import Notification, NotificationBatch, PushDelivery

MANY = 50
"""Fewer are handed out sooner than a process of their own has started."""


def are_many_owed(kind: str, now: datetime) -> bool:
    """Whether more than MANY wait for the sweep of this kind: batches, emails or pushes. Batches are of many always."""
    if kind == "batches":
        return NotificationBatch.objects.exists()
    if kind == "emails":
        return _is_more(Notification.objects.filter(email_at__lte=now))
    due = Notification.objects.filter(push_at__lte=now)
    return _is_more(due) or _is_more(PushDelivery.objects.filter(due_at__lte=now))


def _is_more(rows: QuerySet[Any]) -> bool:
    return rows.order_by()[: MANY + 1].count() > MANY
