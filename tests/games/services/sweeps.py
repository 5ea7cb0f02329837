"""Settle what is due as the sweeps would, at a time of the test's own: one match, or all flags."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.services import outages
from games.services.batch import Batch
from games.services.clocks import FlagWatch, settle_overdue
from games.services.sweeping import Settle
from games.services.timeouts import settle_wait
from games.timestamps import to_ms


def settle_next(match_id: UUID, now: datetime) -> bool:
    """End one match's wait if it is over. Waits for the match."""
    return _settle_match(match_id, settle_wait, now)


def settle_flag(match_id: UUID, now: datetime) -> bool:
    """Settle one match's flag if it has fallen. Waits for the match."""
    return _settle_match(match_id, settle_overdue, now)


def settle_due(now: datetime) -> int:
    """Settle every flag that is due; returns how many matches it ended."""
    return FlagWatch().settle(now)


@transaction.atomic
def _settle_match(match_id: UUID, settle: Settle, now: datetime) -> bool:
    batch, locked = Batch.of_one(match_id)
    settled = settle(locked, to_ms(outages.settled_until(now)))
    batch.write()
    return settled
