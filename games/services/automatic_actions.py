"""What the server adds after an action, in the same transaction: dice at the opening, a forced pass.

Nobody may wait for these and nobody chooses anything in them.
"""

from games.engine.actions import Action, MakePlay, OpeningRoll
from games.engine.dice import roll_dice
from games.engine.match import must_dance
from games.services.locked_match import LockedMatch


def apply_automatic(locked: LockedMatch, at_ms: int) -> None:
    """Lay everything that follows of itself; ties at the opening are rolled again (R3.2)."""
    while (action := _next_action(locked)) is not None:
        locked.apply(action, at_ms)


def next_roll(locked: LockedMatch) -> tuple[int, int]:
    """The next roll of the match: fixed by seed and nonces since before anybody could choose."""
    match = locked.table.match
    return roll_dice(locked.seed, locked.match_id, match.epoch, *match.nonces, match.rolls + 1)


def _next_action(locked: LockedMatch) -> Action | None:
    match = locked.table.match
    if match.paused or match.outcome is not None:
        return None
    if match.waiting_for == "opening_roll":
        return OpeningRoll(next_roll(locked))
    if match.to_act is not None and must_dance(match):
        return MakePlay(match.to_act)
    return None
