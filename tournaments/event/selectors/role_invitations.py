"""A user's unanswered invitations to roles."""

from datetime import datetime

from accounts.models import User
from tournaments.core.permissions import Viewer
from tournaments.models import Invitation


def open_role_invitations(viewer: Viewer, now: datetime) -> list[Invitation]:
    """Open invitations of the viewer's player, the oldest first; not those to an email address. One query."""
    if not isinstance(viewer, User):
        return []
    invitations = Invitation.objects.filter(
        player__user=viewer, accepted_at=None, revoked_at=None, expires_at__gt=now
    )
    return list(invitations.select_related("event", "tournament", "by__player").order_by("pk")[:10])
