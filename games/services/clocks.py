"""Flags: settled inside the batch that finds them, and by a sweep for players who do nothing at all.

The sweep and the opponent's claim wait 500 ms after the flag, so that an action received in time wins
even if it waits in a batch; and they settle nothing that nobody was there to accept an action for.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.engine.actions import Flag
from games.models import Match
from games.moments import iso, to_ms
from games.services import outages
from games.services.batch import Batch
from games.services.desk import Desk
from games.services.schedule import GRACE
from games.services.sweeping import sweep

MOST_AT_ONCE = 200


def settle_flag(desk: Desk, at_ms: int) -> bool:
    """End the match if its running clock is at zero at `at_ms`; the flag is dated when it fell."""
    flag_ms = desk.flag_ms
    if flag_ms is None or at_ms < flag_ms:
        return False
    desk.lay(Flag(iso(flag_ms), desk.table.match.to_act), flag_ms)
    return True


def settle_due(now: datetime) -> int:
    """Settle every flag that is due; returns how many matches it ended. Safe to run twice."""
    due = outages.settled_until(now)
    ids = Match.objects.filter(flag_at__lte=due).order_by("flag_at").values_list("id", flat=True)
    return sweep(list(ids[:MOST_AT_ONCE]), settle_flag, to_ms(due))


def settle(match_id: UUID, now: datetime) -> bool:
    """Settle one match's flag if it is due, as the sweep would. Waits for the match."""
    with transaction.atomic():
        batch, desk = Batch.of_one(match_id)
        settled = settle_flag(desk, to_ms(outages.settled_until(now)))
        batch.write()
    return settled


def next_flag(now: datetime) -> datetime | None:
    """When the next flag may be settled, if one is to fall."""
    flag_at = (
        Match.objects.filter(flag_at__isnull=False)
        .order_by("flag_at")
        .values_list("flag_at", flat=True)
        .first()
    )
    return None if flag_at is None else max(now, flag_at + GRACE)
