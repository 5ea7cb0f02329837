"""What the file of an imported match says beyond plays and the cube, applied to a match (ADR 0008).

Such a match has no seed: it begins with `start` instead of an epoch, and only then may the others follow.
"""

from dataclasses import replace

from games.engine.actions import LEVELS
from games.engine.board import Board
from games.engine.ending import by_points, finish, lose_on_time, win_game
from games.engine.game import GameState
from games.engine.outcome import MatchOutcome
from games.engine.refusals import refused
from games.engine.seats import other
from games.engine.server_actions import Imported
from games.engine.state import MatchState

__all__ = ["Imported", "from_file"]


def from_file(state: MatchState, action: Imported) -> MatchState:
    """Apply an action of the file, or raise RulesError when it makes no sense now."""
    if action.what == "start":
        if state.phase != "joining" or state.epoch:
            raise refused("not_imported")
        return replace(state, phase="playing")
    if not state.imported:
        raise refused("not_imported")
    if state.outcome is not None:
        raise refused("match_void" if state.phase == "void" else "match_finished")
    return _later(state, action)


def _later(state: MatchState, action: Imported) -> MatchState:
    match action.what:
        case "doubled":
            return _doubled(state, action)
        case "opened":
            return _opened(state, action)
        case "resigned":
            return _resigned(state, action)
        case "end":
            if action.seat is None:
                return _end(state)
            return lose_on_time(state, action.seat, by_board=action.by_board)
        case "start":
            raise refused("not_imported")


def _doubled(state: MatchState, action: Imported) -> MatchState:
    """The cube after so many automatic doubles, within what the rules allow (R10.11, R10.12)."""
    rules, limit = state.rules, state.rules.murphy_limit
    if state.live_game is not None:
        raise refused("game_running")
    if not rules.cube_possible or state.crawford == "now":
        raise refused("cube_off")
    if (limit is not None and action.times > limit) or 2**action.times > rules.highest_cube:
        raise refused("cube_cap")
    game = GameState(Board.start(), cube=2**action.times, ties=action.times)
    return replace(state, phase="playing", game=game)


def _opened(state: MatchState, action: Imported) -> MatchState:
    """The starter rolls both dice anew (R3.4); a cube that automatic doubles turned stays."""
    game = state.live_game or GameState(Board.start(), crawford=state.crawford == "now")
    if game.turn is not None or state.rules.opening_roll != "reroll_pair":
        raise refused("no_opening_due")
    return replace(state, phase="playing", game=replace(game, turn=action.seat))


def _resigned(state: MatchState, action: Imported) -> MatchState:
    game = state.live_game
    if game is None or game.turn is None or action.seat is None:
        raise refused("game_not_started")
    return win_game(state, game, other(action.seat), "resignation", LEVELS[action.level])


def _end(state: MatchState) -> MatchState:
    """A session counts what was played if no game is left half played; anything else has no winner."""
    if state.rules.kind == "session" and state.results and state.live_game is None:
        return finish(state, by_points(state, "played"))
    return finish(state, MatchOutcome(None, "unfinished"))
