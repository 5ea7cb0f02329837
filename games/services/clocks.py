"""Flags: settled inside the batch that finds them, and by a sweep for players who do nothing at all.

The sweep and the opponent's claim wait 500 ms after the flag, so that an action received in time wins
even if it waits in a batch; and they settle nothing that nobody was there to accept an action for. Where lag
is given back (T10.6) they wait as much longer as an action could be given.
"""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games import meters
from games.engine.actions import Action, Flag
from games.engine.lag import MOST_MS, Timed, with_lag
from games.moments import iso, to_ms
from games.services import outages
from games.services.desk import Desk
from games.services.schedule import GRACE
from games.services.sweeping import next_due, settle_one, sweep_due


def settle_flag(desk: Desk, at_ms: int) -> bool:
    """End the match if its running clock is at zero at `at_ms`; the flag is dated when it fell."""
    flag_ms = desk.flag_ms
    if flag_ms is None or at_ms < flag_ms:
        return False
    desk.lay(Flag(iso(flag_ms), desk.table.match.to_act), flag_ms)
    transaction.on_commit(partial(meters.flag_settled, flag_ms), robust=True)
    return True


def in_its_time(action: Action, desk: Desk, asked_ms: int, at_ms: int) -> Action:
    """The action with what is given back of the lag that was asked for it, if anything is."""
    clock = desk.table.clock
    if not asked_ms or clock is None or not isinstance(action, Timed):
        return action
    return with_lag(action, clock.lag_worth(action.seat, asked_ms, at_ms, desk.outages))


def settle_overdue(desk: Desk, at_ms: int) -> bool:
    """The same once no action can come any more that would be given enough of its lag to be in time."""
    clock = desk.table.clock
    if clock is None or clock.running is None:
        return settle_flag(desk, at_ms)
    return settle_flag(desk, at_ms - clock.most_lag(clock.running, MOST_MS))


def settle_before(desk: Desk, seat: str, asked_ms: int, at_ms: int, now: datetime) -> bool | None:
    """Settle a flag that fell before an action of this seat; None: it cannot be said yet.

    Who has to act settles it by being late himself. For anybody else the grace has to be over, since an action that
    was received in time may still wait elsewhere.
    """
    clock = desk.table.clock
    if clock is None or desk.flag_ms is None or at_ms < desk.flag_ms:
        return False
    if seat == clock.running:
        return settle_flag(desk, at_ms - clock.most_lag(clock.running, asked_ms))
    return settle_overdue(desk, to_ms(now - GRACE)) or None


def settle_due(now: datetime) -> int:
    """Settle every flag that is due; returns how many matches it ended. Safe to run twice."""
    until = outages.settled_until(now)
    return sweep_due("flag_at", settle_overdue, until, _is_awaited_no_more(until))


def _is_awaited_no_more(until: datetime) -> Q:
    """So that a match whose lag may still be given back is not locked over and over meanwhile."""
    return ~Q(clock__has_key="lag_ms") | Q(flag_at__lte=until - timedelta(milliseconds=MOST_MS))


def settle(match_id: UUID, now: datetime) -> bool:
    """Settle one match's flag if it is due, as the sweep would. Waits for the match."""
    return settle_one(match_id, settle_overdue, outages.settled_until(now))


def next_flag(now: datetime) -> datetime | None:
    """When the next flag may be settled, if one is to fall."""
    return next_due("flag_at", now)
