"""Background task of fair play: the guarantee behind the hook of the analyses."""

from celery import shared_task
from django.utils import timezone

from fairplay.services import figures

AT_ONCE = 200


@shared_task(name="fairplay.tasks.update_fair_play")
def update_fair_play() -> int:
    """Work out the figures of matches whose hook failed, and of those analysed before there were any."""
    return figures.update_missing(timezone.now(), AT_ONCE)
