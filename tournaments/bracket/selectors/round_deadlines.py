"""When a match is started because the deadline of its round has come."""

from datetime import datetime, timedelta

from tournaments.models import RoundDeadline

LEAST_NOTICE = timedelta(hours=24)
"""A match that is made shortly before the deadline of its round, or after it, is not started sooner than this."""


def deadline_start(deadline: RoundDeadline, made: datetime) -> datetime:
    """When a match of this round, made then, is started if its two have not played it."""
    return max(deadline.play_until, made + LEAST_NOTICE)
