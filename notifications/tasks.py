"""Sweeps of notifications. Each task calls its services and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from notifications.services import cleaning
from notifications.sweeps import sweep


@shared_task(name="notifications.tasks.clean_up")
def clean_up() -> int:
    """Delete old notifications."""
    return cleaning.clean_up(timezone.now())


@shared_task(name="notifications.tasks.sweep_batches")
def sweep_batches() -> int:
    """Store the notifications that are owed to many users at once."""
    return sweep("batches")


@shared_task(name="notifications.tasks.sweep_emails")
def sweep_emails() -> int:
    """Send the emails that notifications owe."""
    return sweep("emails")


@shared_task(name="notifications.tasks.sweep_pushes")
def sweep_pushes() -> int:
    """Hand the push messages that are owed to devices, and send them."""
    return sweep("pushes")
