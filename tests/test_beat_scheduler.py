"""Sweeps start at their period, each at a moment of its own."""

from datetime import timedelta
from itertools import pairwise

from celery.beat import ScheduleEntry

from config.beat_scheduler import FREQUENT, StaggeredScheduler
from config.celery import app
from config.schedule import BEAT_SCHEDULE


def scheduled() -> dict[str, ScheduleEntry]:
    scheduler = StaggeredScheduler(app, lazy=True)
    scheduler.merge_inplace(BEAT_SCHEDULE)
    scheduler.spread()
    return dict(scheduler.schedule)


def test_sweeps_of_one_period_do_not_start_together() -> None:
    waits = sorted(
        entry.is_due().next % 1
        for entry in scheduled().values()
        if entry.schedule.run_every == timedelta(seconds=1)
    )
    assert len(waits) > 5
    assert all(later - earlier > 0.02 for earlier, later in pairwise(waits))


def test_every_sweep_starts_within_its_period_and_rare_ones_after_it() -> None:
    for entry in scheduled().values():
        period = entry.schedule.run_every.total_seconds()
        is_due, wait = entry.is_due()
        assert is_due or 0 < wait <= period
        if entry.schedule.run_every > FREQUENT:
            assert wait > period - 5
