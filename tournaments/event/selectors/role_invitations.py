"""The roles that somebody is asked to take and has not answered."""

from datetime import datetime

from accounts.models import User
from tournaments.core.permissions import Viewer
from tournaments.models import Invitation


def asked_of(viewer: Viewer, now: datetime) -> list[Invitation]:
    """Those by his player's name that are still open, the oldest first; letters to an address are not shown. One query."""
    if not isinstance(viewer, User):
        return []
    found = Invitation.objects.filter(
        player__user=viewer, accepted_at=None, revoked_at=None, expires_at__gt=now
    )
    return list(found.select_related("event", "tournament", "by__player").order_by("pk")[:10])
