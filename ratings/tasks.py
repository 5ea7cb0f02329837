"""Background tasks of ratings: each calls one service and is safe to run twice."""

import logging
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from ratings.services import rebuild, sweep

logger = logging.getLogger(__name__)


@shared_task(name="ratings.tasks.rate_match")
def rate_match(match_id: str) -> int:
    """Rate a friendly match; kicked when it ends."""
    return sweep.rate_match(UUID(match_id), timezone.now())


@shared_task(name="ratings.tasks.sweep_ratings")
def sweep_ratings() -> int:
    """Rate whatever is owed: the guarantee behind the kick, and all results of tournaments."""
    return sweep.run_due(timezone.now())


@shared_task(name="ratings.tasks.check_ratings")
def check_ratings() -> int:
    """Compare all ratings with those from nothing; a difference is an error in the log and a number for the staff."""
    now = timezone.now()
    sweep.sweep_friendlies(now, everything=True)
    sweep.run_due(now)
    wrong = rebuild.check(now)
    if wrong:
        logger.error("ratings differ from those computed from nothing: %d rows", wrong)
    return wrong
