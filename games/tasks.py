"""Celery's way into the services: what is owed is a row, and these come by to settle it.

A watch runs for just under a second, started each second, and sleeps until the next row is due. Every
task is safe to run twice at once and calls one service.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from games.services import (
    bots,
    challenge_emails,
    clocks,
    guests,
    maintenance,
    match_notifications,
    rolls,
    shared_release,
    started_matches,
    timeouts,
    turn_emails,
    verify,
)

logger = logging.getLogger(__name__)

WATCH_S = 0.95
LOOK_AGAIN_S = 0.25
BOTS_LOOK_AGAIN_S = 0.05
SHORTEST_SLEEP_S = 0.05
VERIFIED = "games.verified"
VERIFIED_BACK = timedelta(hours=2)
OVERLAP = timedelta(minutes=5)
"""What was written shortly before a run may have been committed after it."""

Settle = Callable[[datetime], int]
NextDue = Callable[[datetime], datetime | None]


@shared_task(name="games.tasks.watch_flags")
def watch_flags() -> None:
    """Flags that fall, for players who do nothing."""
    watch = clocks.FlagWatch()
    _watch(watch.settle, watch.next_due, LOOK_AGAIN_S)


@shared_task(name="games.tasks.watch_owed")
def watch_owed() -> None:
    """Waits that end: joining, nonces, breaks."""
    _watch(timeouts.settle_due_waits, timeouts.next_wait, LOOK_AGAIN_S)


@shared_task(name="games.tasks.release_dice")
def release_dice() -> int:
    """Rolls of shared dice that are due, where the signal of a board was lost."""
    return shared_release.release_due(timezone.now())


@shared_task(name="games.tasks.sweep_bots")
def sweep_bots() -> None:
    """Bots on roll."""
    _watch(bots.play_due, bots.next_bot, BOTS_LOOK_AGAIN_S)


@shared_task(name="games.tasks.sweep_maintenance")
def sweep_maintenance() -> None:
    """Announced maintenance that begins or ends, and what the pages say of it."""
    maintenance.run(timezone.now())


@shared_task(name="games.tasks.warn_late")
def warn_late() -> int:
    """Warn the players who are about to forfeit because they have not joined."""
    return match_notifications.warn_late(timezone.now())


@shared_task(name="games.tasks.note_started")
def note_started() -> int:
    """Notify those who follow a player of whom a match has just started."""
    return started_matches.note_started(timezone.now())


@shared_task(name="games.tasks.sweep_challenge_emails")
def sweep_challenge_emails() -> int:
    """Send the emails of challenges that are owed."""
    return challenge_emails.send_owed(timezone.now())


@shared_task(name="games.tasks.delete_guests")
def delete_guests() -> int:
    """Guests who were not here for a while, with their matches."""
    return guests.delete_unseen(timezone.now())


@shared_task(name="games.tasks.sweep_turn_emails")
def sweep_turn_emails() -> int:
    """Send the emails that turns in correspondence owe."""
    return turn_emails.send_due(timezone.now())


@shared_task(name="games.tasks.count_rolls")
def count_rolls() -> None:
    """Rolls of closed epochs into the public counts."""
    rolls.count_rolls(timezone.now())


@shared_task(name="games.tasks.verify_matches")
def verify_matches() -> None:
    """Logs against snapshots, of the matches that changed since the last time; where that is not known, lately."""
    began = timezone.now()
    last = cache.get(VERIFIED)
    wrong = verify.verify_matches(last - OVERLAP if last else began - VERIFIED_BACK)
    cache.set(VERIFIED, began, None)
    for match_id, differences in wrong.items():
        logger.error("match %s is wrong: %s", match_id, "; ".join(differences))


def _watch(settle: Settle, next_due: NextDue, look_again_s: float) -> None:
    """Settle what is due, sleep to the next that is known (or look again soon), until the time is up."""
    until = time.monotonic() + WATCH_S
    while True:
        settle(timezone.now())
        now = timezone.now()
        due = next_due(now)
        wait = look_again_s if due is None else (due - now).total_seconds()
        wait = max(SHORTEST_SLEEP_S, min(wait, look_again_s))
        if time.monotonic() + wait >= until:
            return
        time.sleep(wait)
