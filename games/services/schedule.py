"""When the server itself must come back to a match: the end of a wait, a bot's move. Pure."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Literal

from games.engine.match import MatchState
from games.engine.seats import Seat, other

NONCE_WAIT_MS = 10_000
BREAK_S = 30
BOT_PACE_MS = 500
GRACE = timedelta(milliseconds=500)
"""A flag or a wait is settled this long after it ended, so that what came in time still counts."""


def wait_ms(match: MatchState, context: Mapping[str, Any]) -> int | None:
    """How long this phase waits for players who do nothing; None: it does not end by itself."""
    if match.phase == "joining":
        seconds = context.get("join_s")
        return None if seconds is None else int(seconds) * 1000
    if match.phase == "nonces":
        return NONCE_WAIT_MS
    if match.phase == "break":
        return int(context.get("break_s", BREAK_S)) * 1000
    return None


def bot_owes(match: MatchState, seat: Seat) -> Literal["ready", "move"] | None:
    """What the bot on this seat must do next, if anything."""
    if match.paused or match.outcome is not None:
        return None
    index = 0 if seat == "A" else 1
    if match.phase in ("joining", "break"):
        return None if match.ready[index] else "ready"
    return "move" if match.to_act == seat else None


def bot_delay_ms(
    match: MatchState, bots: frozenset[Seat], context: Mapping[str, Any]
) -> int | None:
    """How long until a bot should act; None when no bot owes anything.

    It sits down and makes dice at once, and thinks for its pace before a move. After a game it waits
    for the person at the table, or for its pace when there is none.
    """
    pace = int(context.get("bot_pace_ms", BOT_PACE_MS))
    owed = {seat: bot_owes(match, seat) for seat in bots}
    if any(what == "move" for what in owed.values()):
        return pace
    if not any(owed.values()):
        return None
    alone = match.phase == "break" and all(other(seat) in bots for seat in bots)
    return pace if alone else 0
