"""What the server adds after an action, in the same transaction: dice at the opening, a forced pass.

Nobody may wait for these and nobody chooses anything in them.
"""

from games.engine.actions import Action, MakePlay, OpeningRoll, Roll
from games.engine.dice import roll_dice
from games.engine.match import must_dance
from games.services.locked_match import LockedMatch
from games.services.shared_rolls import released_roll


def apply_automatic(locked: LockedMatch, at_ms: int) -> None:
    """Lay everything that follows of itself; ties at the opening are rolled again (R3.2)."""
    while (action := _next_action(locked)) is not None:
        locked.apply(action, at_ms)


def next_roll(locked: LockedMatch) -> tuple[int, int]:
    """The next roll of a match with dice of its own: fixed by seed and nonces since before anybody could choose."""
    match = locked.table.match
    return roll_dice(locked.seed, locked.match_id, match.epoch, *match.nonces, match.rolls + 1)


def _next_action(locked: LockedMatch) -> Action | None:
    match = locked.table.match
    if match.paused or match.outcome is not None:
        return None
    if match.awaits_dice:
        return _shared_roll(locked)
    if match.waiting_for == "opening_roll":
        return OpeningRoll(next_roll(locked))
    if match.to_act is not None and must_dance(match):
        return MakePlay(match.to_act)
    return None


def _shared_roll(locked: LockedMatch) -> Action | None:
    """The roll of shared dice, if it is released."""
    match, dice = locked.table.match, released_roll(locked)
    if dice is None:
        return None
    game = match.live_game
    if match.waiting_for == "opening_roll" or game is None or game.turn is None:
        return OpeningRoll(dice)
    return Roll(game.turn, dice)
