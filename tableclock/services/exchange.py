"""What devices at a table send: events are stored once, in the order of the log, and the match is folded from them.

What follows for the tournament is written after that (consequences.py), so that nothing that was tapped is lost when it is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tableclock.matchlog.events import BadEventError, ClockTap, checked
from tableclock.matchlog.fold import folded
from tableclock.matchlog.terms import MatchFormat
from tableclock.models import ClockEvent, TableClock
from tableclock.selectors.formats import format_of
from tableclock.selectors.sheets import games_on_sheet, sheet_event
from tableclock.services import consequences
from tournaments.models import Slip
from web.errors import DomainError

MOST_AT_ONCE = 3000
MOST_EVENTS = 20_000
HIGHEST_NUMBER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class ClockSender:
    """Who sends: a user if somebody is signed in, and a digest of their network."""

    user: User | None = None
    network: str = ""


@dataclass(frozen=True, slots=True)
class SentTap:
    """An event as a device sends it, not yet checked."""

    device: str
    number: int
    kind: str
    at: int
    data: object


def receive(
    slip: Slip, sent: Sequence[SentTap], sender: ClockSender, *, now: datetime
) -> list[str]:
    """Store events, each once, and write what follows for the tournament. Returns sentences about what was refused there.

    Refused: bad_event (400), too_many_events (400).
    """
    taps = [_tap(each, now) for each in sent]
    if len(taps) > MOST_AT_ONCE:
        raise DomainError("too_many_events", _("Too many events at once."), status=400)
    clock = _store(slip, taps, sender, now)
    return consequences.write(clock.pk, now) if clock.serial > clock.applied else []


@transaction.atomic
def _store(slip: Slip, taps: list[ClockTap], sender: ClockSender, now: datetime) -> TableClock:
    clock = _locked_clock(slip, now)
    log = log_of(clock)
    stored = {(tap.device, tap.number) for tap in log}
    fresh = list({tap.id: tap for tap in taps if (tap.device, tap.number) not in stored}.values())
    if len(stored) + len(fresh) > MOST_EVENTS:
        raise DomainError("too_many_events", _("This clock has too many events."), status=400)
    is_written = clock.applied == clock.serial
    games = games_on_sheet(slip)
    if games != clock.sheet:
        number = sum(device == "" for device, _number in stored) + 1
        fresh.append(sheet_event(clock, games, number, _ms(now)))
        clock.sheet = games
    if not fresh:
        return clock
    rows = [
        ClockEvent(
            clock=clock,
            serial=clock.serial + n,
            device=tap.device,
            number=tap.number,
            kind=tap.kind,
            data=dict(tap.data),
            at_ms=tap.at,
            received_at=now,
            by=sender.user if tap.kind in consequences.ANSWERS else None,
            network=sender.network if tap.kind in consequences.ANSWERS else "",
        )
        for n, tap in enumerate(fresh, start=1)
    ]
    ClockEvent.objects.bulk_create(rows)
    clock.serial += len(rows)
    clock.changed_at = now
    clock.state = folded(MatchFormat.from_json(clock.format), [*log, *fresh]).to_json()
    if is_written and not consequences.has_any(slip, clock, fresh):
        clock.applied = clock.serial
    clock.save(update_fields=["serial", "changed_at", "state", "sheet", "applied"])
    return clock


def _locked_clock(slip: Slip, now: datetime) -> TableClock:
    clock = TableClock.objects.select_for_update().filter(slip=slip).first()
    if clock is not None:
        return clock
    format = format_of(slip)
    empty = folded(format, ()).to_json()
    TableClock.objects.get_or_create(
        slip=slip,
        defaults={
            "format": format.to_json(), "state": empty, "created_at": now, "changed_at": now,
        },
    )  # fmt: skip
    return TableClock.objects.select_for_update().get(slip=slip)


def log_of(clock: TableClock) -> list[ClockTap]:
    """All events of a clock, in the order in which they arrived."""
    columns = ("device", "number", "kind", "at_ms", "data")
    return [ClockTap(*row) for row in clock.events.order_by("serial").values_list(*columns)]


def _tap(sent: SentTap, now: datetime) -> ClockTap:
    """Nothing has happened later than it arrives, nor before the clock of a match could exist."""
    device, number, at = sent.device, sent.number, sent.at
    is_named = isinstance(device, str) and device.isascii() and device.isalnum()
    if not is_named or not 4 <= len(device) <= 16:
        raise _bad()
    if type(number) is not int or not 1 <= number <= HIGHEST_NUMBER or type(at) is not int:
        raise _bad()
    try:
        data = checked(sent.kind, sent.data)
    except BadEventError as error:
        raise _bad() from error
    return ClockTap(device, number, sent.kind, max(0, min(at, _ms(now))), data)


def _bad() -> DomainError:
    text = _("This page sent something that the clock does not know. Reload it.")
    return DomainError("bad_event", text, status=400)


def _ms(now: datetime) -> int:
    return int(now.timestamp() * 1000)
