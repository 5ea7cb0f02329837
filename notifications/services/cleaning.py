"""Old notifications go, and nobody keeps more than a bounded number."""

from datetime import datetime, timedelta

from django.db.models import Count, F

from notifications.models import Notification, PushSubscription

KEPT_FOR = timedelta(days=90)
MOST_KEPT = 200
USERS_AT_ONCE = 1000
ROWS_AT_ONCE = 5000


def clean_up(now: datetime) -> int:
    """Delete what is older than KEPT_FOR, and of each user all but the newest MOST_KEPT; returns how many. Devices whose
    right has ended go as well.

    In portions, so that nobody waits for a long transaction. Safe to run twice.
    """
    _ended_devices()
    return _old(now) + _beyond()


def _ended_devices() -> None:
    """Those added before the user's sessions were ended. An access version never comes back."""
    ended = PushSubscription.objects.exclude(access_version=F("user__access_version")).order_by()
    ids = list(ended.values_list("pk", flat=True)[:ROWS_AT_ONCE])
    PushSubscription.objects.filter(pk__in=ids).delete()


def _old(now: datetime) -> int:
    deleted = 0
    while True:
        rows = Notification.objects.filter(created_at__lt=now - KEPT_FOR).order_by("created_at")
        ids = list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE])
        deleted += Notification.objects.filter(pk__in=ids).delete()[0]
        if len(ids) < ROWS_AT_ONCE:
            return deleted


def _beyond() -> int:
    counts = Notification.objects.order_by().values("user").annotate(n=Count("pk"))
    deleted = 0
    for user in counts.filter(n__gt=MOST_KEPT).values_list("user", flat=True)[:USERS_AT_ONCE]:
        rows = Notification.objects.filter(user=user).order_by("-created_at", "-pk")
        ids = list(rows.values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + ROWS_AT_ONCE])
        deleted += Notification.objects.filter(pk__in=ids).delete()[0]
    return deleted
