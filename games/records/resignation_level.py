"""How much was resigned, when a file has only the points that the winner got."""

from typing import get_args

from games.engine.actions import LEVELS, Level
from games.engine.permissions import resign_points
from games.engine.seats import Seat
from games.engine.state import MatchState


def resigned_level(state: MatchState, points: int, winner: Seat, *, raw: bool) -> Level | None:
    """The level of the resignation that brings so many points, or None if none does.

    Some programs write no more points than the winner still needed. `raw`: the file's points ignore Jacoby.
    """
    game = state.live_game
    if game is None:
        return None
    needed = None if state.away is None else state.away["AB".index(winner)]
    for level in _LEVELS:
        worth = LEVELS[level] * game.cube if raw else resign_points(state, level)
        if worth == points or (worth > points and points == needed):
            return level
    return None


def concedes_match(state: MatchState, points: int) -> bool:
    """Are these more points than a backgammon brings? Then the loser conceded the match, not the game."""
    game = state.live_game
    in_match = state.rules.length is not None
    return game is not None and in_match and points > LEVELS["backgammon"] * game.cube


_LEVELS: tuple[Level, ...] = get_args(Level)
