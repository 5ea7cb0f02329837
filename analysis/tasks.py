"""Background tasks of the analyses: the engine runs on a queue of its own."""

from celery import shared_task
from django.utils import timezone

from analysis.services import analyses, automatic


@shared_task(name="analysis.tasks.run_analyses")
def run_analyses() -> int:
    """Judge what waits, one match after the other; returns how many."""
    number = 0
    while analyses.run_next():
        number += 1
    return number


@shared_task(name="analysis.tasks.owe_analyses")
def owe_analyses() -> int:
    """Queue what the site analyses by itself, and what a ruling has changed; returns how many."""
    return automatic.owe_analyses(timezone.now())
