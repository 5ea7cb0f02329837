"""Background task of the analyses, on a queue of its own."""

from celery import shared_task

from analysis.services import analyses


@shared_task(name="analysis.tasks.run_analyses")
def run_analyses() -> int:
    """Judge what waits, one match after the other; returns how many."""
    number = 0
    while analyses.run_next():
        number += 1
    return number
