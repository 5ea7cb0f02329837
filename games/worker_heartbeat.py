"""When background work was last done, for the staff's dashboard. Kept in the cache: a fact for eyes, not for rules."""

from datetime import datetime

from django.core.cache import cache

KEY = "games.worker_heartbeat.last_task"
KEEP_S = 24 * 3600


def note_task(name: str, now: datetime) -> None:
    """A task has run. Called after every task, so it does nothing but this."""
    cache.set(KEY, (name, now), KEEP_S)


def last_task() -> tuple[str, datetime] | None:
    """Name and time of the last task that ran, if any is remembered."""
    return cache.get(KEY)
