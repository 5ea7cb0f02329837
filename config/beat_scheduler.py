"""When beat starts the sweeps of schedule.py, which does not change while a process runs."""

from datetime import timedelta
from typing import Any

from celery.beat import Scheduler

FREQUENT = timedelta(minutes=1)
GOLDEN_RATIO = 0.618034
"""Multiples of it, without their whole part, are spread evenly over 0 to 1, however many there are."""


class StaggeredScheduler(Scheduler):
    """Sweeps of the same period start one after the other, not all in the same moment, in which moves would wait for them.

    `adjust` and `schedules_equal` replace what costs Celery's own scheduler processor time: it looks at an entry 10 ms before it
    is due, and then again and again until it is; and it compares all entries at each look, in case the schedule was changed.
    """

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self.spread()

    def spread(self) -> None:
        """As if they had last run at different times. Rare ones run first when a whole period has passed."""
        for number, entry in enumerate(self.schedule.values()):
            period = entry.schedule.run_every
            if period <= FREQUENT:
                entry.last_run_at = entry.default_now() - period * (number * GOLDEN_RATIO % 1)

    def adjust(self, n: float, drift: float = 0.0) -> float:
        return n + drift

    def schedules_equal(self, *_schedules: Any) -> bool:
        return True
