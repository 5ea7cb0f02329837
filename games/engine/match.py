"""A whole match: `apply(state, action) -> state`, or RulesError and nothing happened.

The state is a fold of its actions (`replay`). Chance, time and rights come from outside: dice arrive in
actions, clocks are table.py's, who may rule is the caller's question.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from games.engine import plays, sealing
from games.engine.actions import (
    LEVELS,
    AcceptResign,
    Action,
    Beaver,
    BreakOver,
    Concede,
    DeclineResign,
    DirectorRuling,
    Double,
    Drop,
    EndSession,
    Epoch,
    Flag,
    Forfeit,
    LastGame,
    MakePlay,
    Nonce,
    NoncesClosed,
    OfferResign,
    OpeningRoll,
    Raccoon,
    Ready,
    Roll,
    RollAsked,
    Take,
)
from games.engine.board import Board
from games.engine.directing import rule
from games.engine.ending import concede, end_session, lose_on_time, stop, win_game
from games.engine.frozen_copy import replace
from games.engine.game import GameState
from games.engine.imported_game import Imported, from_file
from games.engine.moves import single_steps
from games.engine.notation import parse_play
from games.engine.outcome import MatchOutcome
from games.engine.permissions import cube_note, may, require, require_going, resign_points
from games.engine.refusals import refused
from games.engine.rules import Rules
from games.engine.scoring import NAMES, crawford_status, level_won
from games.engine.seats import other
from games.engine.state import MatchState

# After any other action the position is another, so nobody may answer a proposal made before it (R9.6).
KEEP_ASKING = (EndSession, LastGame, DirectorRuling)

__all__ = [
    "MatchState", "apply", "cube_note", "initial", "may", "must_dance", "replay", "resign_points",
    "resolve",
]  # fmt: skip


def initial(rules: Rules) -> MatchState:
    """Nobody has joined; the first epoch is to be opened."""
    return MatchState(rules, crawford=crawford_status(rules, (0, 0), ()))


def apply(state: MatchState, action: Action) -> MatchState:
    """The state after the action. Raises RulesError with the code of permission.may, or of the payload."""
    after: MatchState = _APPLY[type(action)](state, action)
    if any(state.end_asked) and type(action) not in KEEP_ASKING and after.live_game is not None:
        after = replace(after, end_asked=(False, False))
    return after


def replay(rules: Rules, actions: Iterable[Action]) -> MatchState:
    """The state after all actions of a match."""
    state = initial(rules)
    for action in actions:
        state = apply(state, action)
    return state


def resolve(state: MatchState, action: Action) -> Action:
    """The action as it goes into the log: a play as single moves in the order played."""
    if not isinstance(action, MakePlay):
        return action
    require(state, action.seat, "play")
    play = _play_of(_game(state), action)
    return MakePlay(action.seat, tuple((move.source, move.target) for move in play.moves))


def must_dance(state: MatchState) -> bool:
    """Has the roll no legal play, so that the server appends an empty one (R2.2)?"""
    game = state.live_game
    if state.waiting_for != "play" or game is None or game.dice is None:
        return False
    return not _playable(game.board, game.dice)


def _game(state: MatchState) -> GameState:
    if state.game is None:
        raise refused("game_not_started")
    return state.game


# The game


def _opening_roll(state: MatchState, action: OpeningRoll) -> MatchState:
    require_going(state)
    if not (state.phase == "break" or state.waiting_for == "opening_roll"):
        raise refused("no_opening_due")
    game = state.live_game or GameState(Board.start(), crawford=state.crawford == "now")
    game = game.opened(action.dice, state.rules)
    counted = _counted(state)
    return replace(state, phase="playing", game=game, rolls=state.rolls + 1, game_rolls=counted)


def _roll(state: MatchState, action: Roll) -> MatchState:
    if action.dice is not None and state.waiting_for == "dice":
        if _game(state).turn != action.seat:
            raise refused("not_your_turn")
    else:
        require(state, action.seat, "roll")
        if action.dice is None or state.shared:
            raise refused("no_dice")
    game, counted = _game(state).rolled(action.dice), _counted(state)
    return replace(state, game=game, rolls=state.rolls + 1, game_rolls=counted)


def _counted(state: MatchState) -> int:
    """The number of the roll that comes now within its game; counted for shared dice alone."""
    return state.next_place.number if state.shared else 0


def _roll_asked(state: MatchState, action: RollAsked) -> MatchState:
    require(state, action.seat, "roll")
    if not state.shared:
        raise refused("no_shared_dice")
    return replace(state, game=_game(state).roll_asked())


def _break_over(state: MatchState, _action: BreakOver) -> MatchState:
    require_going(state)
    if not state.shared or state.phase != "break":
        raise refused("no_shared_dice")
    return replace(state, phase="playing")


def _make_play(state: MatchState, action: MakePlay) -> MatchState:
    require(state, action.seat, "play")
    game = _game(state)
    play = _play_of(game, action)
    after = game.played(play)
    if play.board.off[0] < 15:
        return replace(state, game=after)
    level = level_won(play.board)
    return win_game(state, after, action.seat, NAMES[level], level)


def _play_of(game: GameState, action: MakePlay) -> plays.Play:
    dice = game.dice or (0, 0)
    if action.text is not None:
        return parse_play(action.text, game.board, dice)
    return _find_play(game.board, dice, action.moves)


# Asked twice for every play: before it is written down (`resolve`) and when it is applied.
_find_play = lru_cache(maxsize=1024)(plays.find_play)


def _playable(board: Board, dice: tuple[int, int]) -> bool:
    """Is there a legal play: can either number be moved?"""
    return any(single_steps(board, die) for die in dice)


def _double(state: MatchState, action: Double) -> MatchState:
    require(state, action.seat, "double")
    return replace(state, game=_game(state).doubled())


def _take(state: MatchState, action: Take) -> MatchState:
    require(state, action.seat, "take")
    return replace(state, game=_game(state).taken())


def _drop(state: MatchState, action: Drop) -> MatchState:
    """The other wins the stake before the offer, never a gammon (R7.5)."""
    require(state, action.seat, "drop")
    return win_game(state, _game(state), other(action.seat), "drop", 1)


def _beaver(state: MatchState, action: Beaver | Raccoon) -> MatchState:
    require(state, action.seat, action.kind)
    return replace(state, game=_game(state).beavered())


# Giving up


def _offer_resign(state: MatchState, action: OfferResign) -> MatchState:
    require(state, action.seat, "offer_resign")
    game, level = _game(state), LEVELS[action.level]
    if level <= game.declined_level:
        raise refused("resign_declined")  # R10.19
    return replace(state, game=game.resigning(level))


def _accept_resign(state: MatchState, action: AcceptResign) -> MatchState:
    require(state, action.seat, "accept_resign")
    game = _game(state)
    return win_game(state, game, action.seat, "resignation", game.resign_offer)


def _decline_resign(state: MatchState, action: DeclineResign) -> MatchState:
    require(state, action.seat, "decline_resign")
    return replace(state, game=_game(state).declined())


def _concede(state: MatchState, action: Concede) -> MatchState:
    require(state, action.seat, "concede")
    return concede(state, action.seat)


def _last_game(state: MatchState, action: LastGame) -> MatchState:
    require(state, action.seat, "last_game")
    return replace(state, last_game=True)


def _end_session(state: MatchState, action: EndSession) -> MatchState:
    require(state, action.seat, "end_session")
    return end_session(state, action.seat)


def _flag(state: MatchState, action: Flag) -> MatchState:
    require_going(state)
    loser = state.to_act
    if loser is None or action.seat not in (None, loser):
        raise refused("nobody_to_act")
    return lose_on_time(state, loser, by_board=action.by_board)


def _forfeit(state: MatchState, action: Forfeit) -> MatchState:
    """Possible while paused too: who leaves need not be waited for."""
    require_going(replace(state, paused=False))
    if len(action.losers) == 2:
        return stop(state, MatchOutcome(None, "double_forfeit"))
    return stop(state, MatchOutcome(other(action.losers[0]), "forfeit"))


_APPLY: Mapping[type[Action], Callable[[MatchState, Any], MatchState]] = {
    Epoch: sealing.open_epoch,
    Ready: sealing.ready,
    Nonce: sealing.nonce,
    NoncesClosed: sealing.close_nonces,
    BreakOver: _break_over,
    OpeningRoll: _opening_roll,
    Roll: _roll,
    RollAsked: _roll_asked,
    MakePlay: _make_play,
    Double: _double,
    Take: _take,
    Drop: _drop,
    Beaver: _beaver,
    Raccoon: _beaver,
    OfferResign: _offer_resign,
    AcceptResign: _accept_resign,
    DeclineResign: _decline_resign,
    Concede: _concede,
    LastGame: _last_game,
    EndSession: _end_session,
    Flag: _flag,
    Forfeit: _forfeit,
    Imported: from_file,
    DirectorRuling: rule,
}
