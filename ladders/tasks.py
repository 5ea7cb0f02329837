"""The sweep of ladders. It calls its service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from ladders.services import sweeping


@shared_task(name="ladders.tasks.sweep_ladders")
def sweep_ladders() -> int:
    """Take results, enforce deadlines, remind, drop idle players."""
    return sweeping.run_due(timezone.now())
