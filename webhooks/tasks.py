"""Sweeps of webhooks. Each task calls its services and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from webhooks.services import cleaning
from webhooks.services.deliveries import FAST, SLOW
from webhooks.sweeps import sweep


@shared_task(name="webhooks.tasks.sweep_webhooks")
def sweep_webhooks() -> int:
    """Make events of what has changed, publish those whose delay is over, and send what is due."""
    return sweep(FAST)


@shared_task(name="webhooks.tasks.sweep_slow_webhooks")
def sweep_slow_webhooks() -> int:
    """Send what is due to endpoints that answer late or did not answer."""
    return sweep(SLOW)


@shared_task(name="webhooks.tasks.clean_up")
def clean_up() -> int:
    """Delete what is old."""
    return cleaning.clean_up(timezone.now())
