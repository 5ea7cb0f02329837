"""Who is let in: suspension and its end. A raised access version closes sessions, streams, tickets and tokens."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.services.audit import Actor, record
from accounts.services.login_sessions import sweep_login_sessions

SESSIONS_AT_ONCE = 1000


def raise_access(user: User) -> None:
    """Close every session, stream, ticket and token of this login."""
    User.objects.filter(pk=user.pk).update(access_version=F("access_version") + 1)
    user.refresh_from_db(fields=["access_version"])


def suspend(user: User, now: datetime, *, until: datetime | None = None, because: str = "") -> None:
    """Suspend a user, for good or until then; suspending twice keeps the first date."""
    User.objects.filter(pk=user.pk, suspended_at=None).update(suspended_at=now)
    User.objects.filter(pk=user.pk).update(suspended_until=until, suspended_because=because)
    user.refresh_from_db(fields=["suspended_at", "suspended_until", "suspended_because"])
    raise_access(user)


def reinstate(user: User) -> None:
    """Let a suspended user in again; old tokens stay dead."""
    changed = {"suspended_at": None, "suspended_until": None, "suspended_because": ""}
    User.objects.filter(pk=user.pk).update(**changed)
    user.refresh_from_db(fields=list(changed))


def clear_sessions(now: datetime) -> int:
    """Delete the rows of sessions that have expired, a thousand at a time; returns how many."""
    cleared = 0
    sweep_login_sessions()
    while True:
        rows = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
        keys = list(rows.values_list("pk", flat=True)[:SESSIONS_AT_ONCE])
        Session.objects.filter(pk__in=keys, expire_date__lt=now).delete()
        cleared += len(keys)
        if len(keys) < SESSIONS_AT_ONCE:
            return cleared


@transaction.atomic
def let_in_again(now: datetime) -> int:
    """End the suspensions whose time is over; returns how many. Safe to run twice."""
    over = User.objects.select_for_update().filter(suspended_until__lte=now).order_by("pk")
    users = list(over)
    for user in users:
        before = {"suspended_until": f"{user.suspended_until:%F %T}"}
        reinstate(user)
        record(Actor(None, now), "user.reinstated", user, before=before)
    return len(users)
