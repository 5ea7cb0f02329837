"""Flags: settled inside the batch that finds them, and by a sweep for players who do nothing at all.

The sweep and the opponent's claim wait 500 ms after the flag, so that an action received in time wins
even if it waits in a batch; and they settle nothing that nobody was there to accept an action for.
"""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from games import meters
from games.engine.actions import Flag
from games.moments import iso
from games.services import outages
from games.services.desk import Desk
from games.services.sweeping import next_due, settle_one, sweep_due


def settle_flag(desk: Desk, at_ms: int) -> bool:
    """End the match if its running clock is at zero at `at_ms`; the flag is dated when it fell."""
    flag_ms = desk.flag_ms
    if flag_ms is None or at_ms < flag_ms:
        return False
    desk.lay(Flag(iso(flag_ms), desk.table.match.to_act), flag_ms)
    transaction.on_commit(partial(meters.flag_settled, flag_ms), robust=True)
    return True


def settle_due(now: datetime) -> int:
    """Settle every flag that is due; returns how many matches it ended. Safe to run twice."""
    return sweep_due("flag_at", settle_flag, outages.settled_until(now))


def settle(match_id: UUID, now: datetime) -> bool:
    """Settle one match's flag if it is due, as the sweep would. Waits for the match."""
    return settle_one(match_id, settle_flag, outages.settled_until(now))


def next_flag(now: datetime) -> datetime | None:
    """When the next flag may be settled, if one is to fall."""
    return next_due("flag_at", now)
