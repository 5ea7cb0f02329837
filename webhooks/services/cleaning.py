"""The log of webhooks goes after a week, and old secrets when their day is over."""

from datetime import datetime, timedelta
from time import monotonic

from webhooks.models import StreamInterest, WebhookDelivery, WebhookEndpoint, WebhookEvent
from webhooks.selectors.endpoints import OWNER_IS_ACTIVE

LOGGED_FOR = timedelta(days=7)
AT_ONCE = 2000
CLEANS_FOR_S = 60


def clean_up(now: datetime) -> int:
    """Delete old events that nobody is still to be sent; returns how many. In batches, so that nobody waits for a long
    transaction."""
    ended = WebhookEndpoint.objects.filter(old_secret_until__lte=now)
    ended.update(old_secret="", old_secret_until=None)
    StreamInterest.objects.filter(until__lt=now - LOGGED_FOR).delete()
    pending = WebhookDelivery.objects.filter(OWNER_IS_ACTIVE, status=WebhookDelivery.Status.PENDING)
    owed = pending.values("event")
    old = WebhookEvent.objects.filter(at__lt=now - LOGGED_FOR).exclude(pk__in=owed)
    deleted, until = 0, monotonic() + CLEANS_FOR_S
    while monotonic() < until:
        ids = list(old.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        WebhookEvent.objects.filter(pk__in=ids).delete()
        deleted += len(ids)
        if len(ids) < AT_ONCE:
            break
    return deleted
