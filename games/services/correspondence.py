"""Correspondence matches start as soon as both have agreed: whoever challenges and whoever accepts is ready with that.

Neither has to be at the table, so neither adds to the dice there: the sealed seed alone makes them.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from games.engine.actions import Ready
from games.engine.clock import ClockSettings
from games.engine.seats import Seat
from games.services.automatic_actions import apply_automatic
from games.services.batch import Batch
from games.services.locked_match import LockedMatch
from games.timestamps import to_ms

BOTH: tuple[Seat, Seat] = ("A", "B")
TIME_TO_ACCEPT = timedelta(days=7)
"""How long a challenge waits for its answer, by name, by link or in the lobby."""


def time_to_accept(clock: ClockSettings | None, usual: timedelta) -> timedelta:
    """A week in correspondence, else what is usual."""
    return TIME_TO_ACCEPT if clock is not None and clock.days else usual


@transaction.atomic
def make_ready(match_id: UUID, seats: Iterable[Seat], now: datetime) -> None:
    """These seats of a correspondence match are ready; with both it starts. Nothing for any other match."""
    batch, locked = Batch.of_one(match_id)
    if locked.is_correspondence:
        _make_ready(locked, seats, now)
        batch.write()


@transaction.atomic
def start_all(match_ids: Iterable[UUID], now: datetime) -> None:
    """Both seats of these matches are ready, and they start. Matches that are not by correspondence stay as they are."""
    batch = Batch.of_all(match_ids)
    for locked in batch.matches.values():
        if locked.is_correspondence:
            _make_ready(locked, BOTH, now)
    batch.write()


def _make_ready(locked: LockedMatch, seats: Iterable[Seat], now: datetime) -> None:
    for seat in seats:
        match = locked.table.match
        if match.phase == "joining" and not match.paused and not match.ready["AB".index(seat)]:
            locked.apply(Ready(seat), to_ms(now))
    apply_automatic(locked, to_ms(now))
