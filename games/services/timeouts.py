"""Waits that end by themselves (`Match.next_at`): joining, nonces, the break between games.

Nobody can hold a match up by doing nothing: who does not come forfeits (both: both lose; a friendly challenge
lapses), a nonce that does not come is empty, and after the break the server rolls the opening dice.
"""

from datetime import datetime

from games.engine.actions import BreakOver, DirectorRuling, Forfeit, NoncesClosed, OpeningRoll
from games.engine.seats import Seat
from games.models import Match
from games.services import outages
from games.services.automatic_actions import apply_automatic, next_roll
from games.services.locked_match import LockedMatch
from games.services.schedule import GRACE
from games.services.sweeping import MOST_AT_ONCE, sweep
from games.timestamps import to_ms

NOT_JOINED = "not_joined"


def settle_wait(locked: LockedMatch, at_ms: int) -> bool:
    """Do what follows if this match's wait is over at `at_ms`; dated when it ended."""
    next_ms = locked.next_ms
    if next_ms is None or at_ms < next_ms:
        return False
    state = locked.table.match
    if state.phase == "joining":
        locked.apply(_not_joined(locked), next_ms)
    elif state.phase == "nonces":
        locked.apply(NoncesClosed(), next_ms)
    elif state.shared:
        locked.apply(BreakOver(), next_ms)
    else:
        locked.apply(OpeningRoll(next_roll(locked)), next_ms)
    apply_automatic(locked, next_ms)
    return True


def settle_due_waits(now: datetime) -> int:
    """End every wait that is over; returns how many. Safe to run twice."""
    until = outages.settled_until(now)
    due = Match.objects.filter(next_at__lte=until).order_by("next_at").values_list("id", flat=True)
    return sweep(list(due[:MOST_AT_ONCE]), settle_wait, to_ms(until))


def next_wait(now: datetime) -> datetime | None:
    """When the next wait may be ended, if anybody is waited for."""
    waiting = Match.objects.filter(next_at__isnull=False).order_by("next_at")
    next_at = waiting.values_list("next_at", flat=True).first()
    return None if next_at is None else max(now, next_at + GRACE)


def _not_joined(locked: LockedMatch) -> Forfeit | DirectorRuling:
    """Who does not come forfeits; a challenge that nobody took up counts for nothing."""
    if locked.row.context.get("lapses"):
        return DirectorRuling("void", reason=NOT_JOINED)
    return Forfeit(_absent(locked), NOT_JOINED)


def _absent(locked: LockedMatch) -> tuple[Seat, ...]:
    ready_a, ready_b = locked.table.match.ready
    if not ready_a and not ready_b:
        return ("A", "B")
    return ("B",) if ready_a else ("A",)
