"""Sweeps of notifications. Each task calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from notifications.services import cleaning


@shared_task(name="notifications.tasks.clean_up")
def clean_up() -> int:
    """Delete old notifications."""
    return cleaning.clean_up(timezone.now())
