"""Sweeps of notifications. Each task calls its services and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from notifications.services import batches, cleaning, emails, push_sweep


@shared_task(name="notifications.tasks.clean_up")
def clean_up() -> int:
    """Delete old notifications."""
    return cleaning.clean_up(timezone.now())


@shared_task(name="notifications.tasks.sweep_batches")
def sweep_batches() -> int:
    """Store the notifications that are owed to many users at once."""
    return batches.store_due()


@shared_task(name="notifications.tasks.sweep_emails")
def sweep_emails() -> int:
    """Send the emails that notifications owe."""
    return emails.send_due(timezone.now())


@shared_task(name="notifications.tasks.sweep_pushes")
def sweep_pushes() -> int:
    """Hand the push messages that are owed to devices, and send them."""
    return push_sweep.sweep(timezone.now)
