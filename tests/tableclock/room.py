"""A match over the board with its clock, for tests: two players of a match to 3, taps in milliseconds after the call."""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

from tableclock.models import TableClock
from tableclock.services.exchange import ClockSender, SentTap, receive
from tests.tournaments.making import NOW
from tests.tournaments.venue.room import on_board, slip
from tournaments.models import Slip, Tournament

DELAYED = {"kind": "simple", "reserve_ms_per_point": 60_000, "delay_ms": 12_000}
START = int(NOW.timestamp() * 1000)
LATER = NOW + timedelta(hours=3)
_numbers = count(1)


def at_a_table(**settings: Any) -> tuple[Tournament, Slip]:
    """Four players, two tables, a clock of a minute a point with a delay of 12 s; the match at table 1."""
    made = on_board(4, tables=2, **({"clock": DELAYED} | settings))
    first = slip(made, "W1.1")
    return made, Slip.objects.select_related("pairing__stage__tournament").get(pk=first.pk)


def tap(kind: str, seconds: float, device: str = "aaaa", **data: Any) -> SentTap:
    return SentTap(device, next(_numbers), kind, START + int(seconds * 1000), data)


def game(number: int, winner: str, seconds: float, worth: int = 1, cube: int = 1) -> SentTap:
    return tap(
        "game", seconds, number=number, winner=winner, worth=worth, cube=cube, resigned=False
    )


def send(
    of: Slip, *taps: SentTap, sender: ClockSender | None = None, now: datetime = LATER
) -> list[str]:
    return receive(of, taps, sender or ClockSender(network="digest"), now=now)


def state(of: Slip) -> dict[str, Any]:
    return TableClock.objects.get(slip=of).state
