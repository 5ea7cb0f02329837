"""The sweep of satellites. It calls its service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from satellites.services import repeating


@shared_task(name="satellites.tasks.sweep_satellites")
def sweep_satellites() -> int:
    """Start tournaments that are full, open the next ones, give tickets to winners."""
    return repeating.run_due(timezone.now())
