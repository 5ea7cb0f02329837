"""Until when a message about a notification is of use to its reader."""

from datetime import datetime

from notifications import kinds
from notifications.models import Notification

UNTIL = "until"
"""The value of a notification that says so: seconds since 1970."""


def last_moment(row: Notification) -> datetime:
    """After it no email and no push message is sent, and push services drop what they still hold."""
    end = row.created_at + kinds.USE.get(row.kind, kinds.LONGEST_USE)
    until = row.values.get(UNTIL)
    if not isinstance(until, int):
        return end
    return min(end, datetime.fromtimestamp(until, tz=row.created_at.tzinfo))
