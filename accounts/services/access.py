"""Who is let in: suspension and its end. A raised access version closes sessions, streams, tickets and tokens."""

from datetime import datetime

from django.db.models import F

from accounts.models import User


def raise_access(user: User) -> None:
    """Close whatever was opened with this login so far."""
    User.objects.filter(pk=user.pk).update(access_version=F("access_version") + 1)
    user.refresh_from_db(fields=["access_version"])


def suspend(user: User, now: datetime) -> None:
    """Shut a user out; suspending twice keeps the first date."""
    User.objects.filter(pk=user.pk, suspended_at=None).update(suspended_at=now)
    user.refresh_from_db(fields=["suspended_at"])
    raise_access(user)


def reinstate(user: User) -> None:
    """Let a suspended user in again; old tokens stay dead."""
    User.objects.filter(pk=user.pk).update(suspended_at=None)
    user.refresh_from_db(fields=["suspended_at"])
