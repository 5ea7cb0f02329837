"""Flags: settled inside the batch that finds them, and by a sweep for players who do nothing at all.

The sweep and the opponent's claim wait 500 ms after the flag, so that an action received in time wins
even if it waits in a batch; and they settle nothing that nobody was there to accept an action for. Where lag
is given back (T10.6) they wait as much longer as an action could be given.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from games import counters
from games.engine.actions import Action, Flag
from games.engine.lag import MOST_MS, Timed, with_lag
from games.models import Match, MatchStatus
from games.services import outages
from games.services.locked_match import LockedMatch
from games.services.schedule import GRACE
from games.services.sweeping import MOST_AT_ONCE, sweep
from games.timestamps import iso, to_ms

READ_AGAIN = timedelta(milliseconds=450)
LAG = timedelta(milliseconds=MOST_MS)
GIVES_LAG = Q(clock__has_key="lag_ms")


def settle_flag(locked: LockedMatch, at_ms: int) -> bool:
    """End the match if its running clock is at zero at `at_ms`; the flag is dated when it fell."""
    flag_ms = locked.flag_ms
    if flag_ms is None or at_ms < flag_ms:
        return False
    match = locked.table.match
    is_session = match.rules.kind != "match"
    locked.apply(Flag(iso(flag_ms), match.to_act, by_board=is_session), flag_ms)
    transaction.on_commit(partial(counters.flag_settled, flag_ms), robust=True)
    return True


def in_its_time(action: Action, locked: LockedMatch, asked_ms: int, at_ms: int) -> Action:
    """The action with what is given back of the lag that was asked for it, if anything is."""
    clock = locked.table.clock
    if not asked_ms or clock is None or not isinstance(action, Timed):
        return action
    return with_lag(action, clock.lag_worth(action.seat, asked_ms, at_ms, locked.outages))


def settle_overdue(locked: LockedMatch, at_ms: int) -> bool:
    """The same once no action can come any more that would be given enough of its lag to be in time."""
    clock = locked.table.clock
    if clock is None or clock.running is None:
        return settle_flag(locked, at_ms)
    return settle_flag(locked, at_ms - clock.most_lag(clock.running, MOST_MS))


def settle_before(
    locked: LockedMatch, seat: str, asked_ms: int, at_ms: int, now: datetime
) -> bool | None:
    """Settle a flag that fell before an action of this seat; None: it is not certain yet.

    Whoever has to act settles it by being late. For anybody else the grace has to be over, since an action that
    was received in time may still wait elsewhere.
    """
    clock = locked.table.clock
    if clock is None or locked.flag_ms is None or at_ms < locked.flag_ms:
        return False
    if seat == clock.running:
        return settle_flag(locked, at_ms - clock.most_lag(clock.running, asked_ms))
    return settle_overdue(locked, to_ms(now - GRACE)) or None


class Falling(NamedTuple):
    """A flag that falls soon: from when on it may be settled, but for the grace."""

    due: datetime
    match_id: UUID


class FlagWatch:
    """Reads twice a second, from the matches being played, which flags fall before it reads again: no index knows it.

    A flag that such a reading did not foresee, because a move came between, is found by the next.
    """

    def __init__(self) -> None:
        self._falling: list[Falling] = []
        self._read_again: datetime | None = None

    def settle(self, now: datetime) -> int:
        """Settle what is due; returns how many matches it ended."""
        if self._read_again is None or now >= self._read_again:
            self._falling = _falling(now + READ_AGAIN)
            self._read_again = now + READ_AGAIN
        until = outages.settled_until(now)
        due = [falling.match_id for falling in self._falling if falling.due <= until]
        self._falling = self._falling[len(due) :]
        settled = sweep(due, settle_overdue, to_ms(until))
        if settled < len(due) or len(due) == MOST_AT_ONCE:  # one was held elsewhere; there are more
            self._read_again = now
        return settled

    def next_due(self, now: datetime) -> datetime:
        """When there is something to settle or to read, as far as is known; not before `now`."""
        moments = [falling.due + GRACE for falling in self._falling[:1]]
        return max(now, min([*moments, self._read_again or now]))


def _falling(before: datetime) -> list[Falling]:
    """The next of those that may be settled from before then on."""
    gives_lag = ExpressionWrapper(GIVES_LAG, BooleanField())
    rows = _settled_before(before).values_list("flag_at", "id", gives_lag)[:MOST_AT_ONCE]
    return sorted(Falling(at + LAG if gives else at, match_id) for at, match_id, gives in rows)


def _settled_before(moment: datetime) -> QuerySet[Match]:
    """A match whose lag may still be given back is not read, and not locked, over and over meanwhile."""
    running = Match.objects.filter(status=MatchStatus.PLAYING, flag_at__lt=moment)
    return running.filter(~GIVES_LAG | Q(flag_at__lt=moment - LAG)).order_by("flag_at")
