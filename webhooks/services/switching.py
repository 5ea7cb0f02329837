"""Switching endpoints on and off. An endpoint that is off is owed nothing; what it was owed has failed, and can be resent."""

from datetime import datetime
from functools import partial

from django.db import transaction

from notifications import kinds
from notifications.services.notify import News, notify
from web.parent_calls import in_parent
from webhooks.models import WebhookDelivery, WebhookEndpoint
from webhooks.services.events import begin_feeds


@in_parent
@transaction.atomic
def switch_off(pk: int, reason: str, now: datetime) -> None:
    """Nothing is sent to it any more. Its owner is notified, unless they did it."""
    endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=pk, is_active=True).first()
    if endpoint is None:
        return
    endpoint.is_active, endpoint.off_reason = False, reason
    endpoint.save(update_fields=["is_active", "off_reason"])
    WebhookDelivery.objects.filter(endpoint=endpoint, status=WebhookDelivery.Status.PENDING).update(
        status=WebhookDelivery.Status.FAILED, due_at=None, claimed_at=None
    )
    if reason != WebhookEndpoint.Off.OWNER:
        subject = f"{endpoint.pk}:{int(now.timestamp())}"
        url = endpoint.get_absolute_url()
        values = {"title": endpoint.description or endpoint.url[:80]}
        notify([News(endpoint.owner_id, kinds.WEBHOOK, subject, url, values=values)], now)


@transaction.atomic
def switch_on(pk: int) -> None:
    """It hears of what happens from now on."""
    endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=pk, is_active=False).first()
    if endpoint is None:
        return
    endpoint.is_active, endpoint.off_reason = True, ""
    endpoint.failing_since, endpoint.paused_until, endpoint.is_slow = None, None, False
    endpoint.save(
        update_fields=["is_active", "off_reason", "failing_since", "paused_until", "is_slow"]
    )
    transaction.on_commit(partial(begin_feeds, endpoint), robust=True)
