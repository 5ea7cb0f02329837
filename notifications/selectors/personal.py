"""What this app stores about a user, for the download of their data."""

from typing import Any

from accounts.models import User
from notifications.models import Notification
from notifications.selectors.preferences import channels_of, preferences_of
from notifications.texts import detail, sentence


def export_notifications(user: User) -> list[dict[str, Any]]:
    """Every notification of theirs, with its text."""
    rows = Notification.objects.filter(user=user).select_related("player")
    return [
        {
            "kind": row.kind,
            "text": sentence(row),
            "detail": detail(row),
            "url": row.url,
            "created_at": row.created_at,
            "read_at": row.read_at,
            "emailed_at": row.emailed_at,
            "pushed_at": row.pushed_at,
        }
        for row in rows.order_by("created_at", "id")
    ]


def export_preferences(user: User) -> dict[str, Any]:
    """By which channels they are notified of what, and their quiet hours."""
    row = preferences_of(user)
    return {
        "channels": channels_of(user, row),
        "quiet_from": row.quiet_from,
        "quiet_until": row.quiet_until,
    }
