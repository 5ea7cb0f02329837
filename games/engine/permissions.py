"""May this seat do that now? The one place that refuses a player (R2.1, R7, R10).

`may` answers for every kind, for the interface; match.apply asks the same question before it acts. What
depends on the payload (an illegal play, a declined level) is checked where the payload is used.
"""

from collections.abc import Callable, Hashable, Mapping

from games.engine.actions import LEVELS, PLAYER_KINDS, Level
from games.engine.game import GameState
from games.engine.refusals import REFUSALS, refused
from games.engine.scoring import contact, counted_level
from games.engine.seats import Seat, other
from games.engine.state import MatchState

Code = str | None
HIGHEST_LEVEL = 3


def may(state: MatchState, seat: Seat) -> dict[str, tuple[str, str] | None]:
    """For each kind of player's action: None when allowed, else (code, sentence)."""
    codes = {kind: refusal(state, seat, kind) for kind in PLAYER_KINDS}
    return {kind: None if code is None else (code, REFUSALS[code]) for kind, code in codes.items()}


def permission_key(state: MatchState, seat: Seat) -> Hashable:
    """All that `may` looks at: where two standings are equal, so are the answers of `may`."""
    index = _index(seat)
    around = (
        seat, state.rules, state.phase, state.paused, state.sealed, state.ready[index],
        state.nonce_status[index], state.crawford, state.last_game, state.end_asked[index],
        bool(state.results),
    )  # fmt: skip
    game = state.live_game
    if game is None:
        return around
    no_contact = state.rules.resign == "no_contact" and not contact(game.board)
    return (
        *around, game.turn, game.dice is None, game.cube, game.owner, game.offered, game.beaver_level,
        game.resign_offer, game.declined_level, game.turns == (0, 0), min(game.turns) < 2,
        game.crawford, state.away if state.rules.dead_cube == "lock" else None, no_contact,
        game.awaits_dice,
    )  # fmt: skip


def require(state: MatchState, seat: Seat, kind: str) -> None:
    """Raise RulesError unless the seat may."""
    if (code := refusal(state, seat, kind)) is not None:
        raise refused(code)


def refusal(state: MatchState, seat: Seat, kind: str) -> Code:
    """Why not, as a code; None when allowed."""
    if (code := stopped(state)) is not None:
        return code
    if kind in _AROUND_THE_GAME:
        return _AROUND_THE_GAME[kind](state, seat)
    game = state.live_game
    if state.phase != "playing" or game is None or game.turn is None:
        return "game_not_started"
    if game.awaits_dice:
        return "dice_awaited"
    return _IN_THE_GAME[kind](state, game, seat)


def stopped(state: MatchState) -> Code:
    """Why nothing but a ruling is possible: the match is over, void or paused."""
    if state.phase == "finished":
        return "match_finished"
    if state.phase == "void":
        return "match_void"
    return "match_paused" if state.paused else None


def require_going(state: MatchState) -> None:
    """Raise RulesError where nothing but a ruling is possible."""
    if (code := stopped(state)) is not None:
        raise refused(code)


def cube_note(state: MatchState, seat: Seat) -> Code:
    """A double that is allowed but cannot gain: the doubler's plain win already ends the match.

    For the interface, which greys the cube out and says why; not a rule.
    """
    game, away = state.live_game, state.away
    if game is None or away is None or refusal(state, seat, "double") is not None:
        return None
    return "cube_dead_for_you" if game.cube >= away[0 if seat == "A" else 1] else None


def resign_points(state: MatchState, level: Level) -> int:
    """What resigning at that level would cost now (R10.4, R10.18)."""
    game = state.live_game
    return 0 if game is None else counted_level(state.rules, game, LEVELS[level]) * game.cube


def resign_costs(state: MatchState) -> list[int]:
    """What a single game, a gammon and a backgammon would cost now."""
    game = state.live_game
    if game is None:
        return [0, 0, 0]
    return [counted_level(state.rules, game, level) * game.cube for level in LEVELS.values()]


def _ready(state: MatchState, seat: Seat) -> Code:
    if state.phase not in ("joining", "break"):
        return "game_running"
    if state.phase == "joining" and not state.sealed:
        return "no_commitment"
    return "already_ready" if state.ready[_index(seat)] else None


def _nonce(state: MatchState, seat: Seat) -> Code:
    if state.phase != "nonces":
        return "nonces_not_open"
    return None if state.nonce_status[_index(seat)] == "awaited" else "no_nonce_expected"


def _concede(state: MatchState, seat: Seat) -> Code:
    game = state.live_game
    return "double_pending" if game is not None and game.offered else None  # R7.3


def _last_game(state: MatchState, _seat: Seat) -> Code:
    game = state.live_game
    if not state.rules.open_ended:
        return "session_not_open"
    if game is None or state.phase != "playing":
        return "game_not_started"
    if game.offered:
        return "double_pending"  # R7.3
    return "last_game_already" if state.last_game else None


def _end_session(state: MatchState, seat: Seat) -> Code:
    game = state.live_game
    if not state.rules.open_ended:
        return "session_not_open"
    if game is None:
        return None if state.results else "game_not_started"
    if state.phase != "playing":
        return "game_not_started"
    if game.offered:
        return "double_pending"  # R7.3
    return "end_asked_already" if state.end_asked[_index(seat)] else None


def _own_turn(game: GameState, seat: Seat) -> Code:
    if game.offered:
        return "double_pending"
    if game.resign_offer:
        return "resign_pending"
    return None if game.turn == seat else "not_your_turn"


def _roll(state: MatchState, game: GameState, seat: Seat) -> Code:
    return _own_turn(game, seat) or ("already_rolled" if game.dice else None)


def _play(state: MatchState, game: GameState, seat: Seat) -> Code:
    return _own_turn(game, seat) or (None if game.dice else "not_rolled")


def _double(state: MatchState, game: GameState, seat: Seat) -> Code:
    if (code := _own_turn(game, seat)) is not None:
        return code
    if not state.rules.cube_possible:
        return "cube_off"
    if game.crawford:
        return "crawford_game"
    if game.dice:
        return "already_rolled"
    return _double_now(state, game, seat)


def _double_now(state: MatchState, game: GameState, seat: Seat) -> Code:
    if game.turns == (0, 0):
        return "no_roll_yet"  # R3.5
    if state.rules.holland and state.crawford == "after" and min(game.turns) < 2:
        return "holland_rule"  # R10.8
    if game.owner == other(seat):
        return "cube_not_yours"
    return _raise(state, game.cube)


def _raise(state: MatchState, value: int) -> Code:
    """May the cube go up from this value (R7.7, R7.8)?"""
    if value * 2 > state.rules.highest_cube:
        return "cube_cap"
    if state.rules.dead_cube == "lock" and state.away and value >= max(state.away):
        return "cube_dead"
    return None


def _answer(state: MatchState, game: GameState, seat: Seat) -> Code:
    if not game.offered:
        return "no_double_pending"
    return None if game.to_act == seat else "not_your_turn"


def _redouble(state: MatchState, game: GameState, seat: Seat) -> Code:
    """Beaver and raccoon: the answer to a double by another (R10.14–R10.17)."""
    if (code := _answer(state, game, seat)) is not None:
        return code
    limit = state.rules.max_beavers
    if limit == 0:
        return "beavers_off"
    if limit is not None and game.beaver_level >= limit:
        return "beaver_limit"
    return _raise(state, game.offered or 0)


def _beaver(state: MatchState, game: GameState, seat: Seat) -> Code:
    wrong = "not_a_beaver" if game.beaver_level % 2 else None
    return _answer(state, game, seat) or wrong or _redouble(state, game, seat)


def _raccoon(state: MatchState, game: GameState, seat: Seat) -> Code:
    wrong = None if game.beaver_level % 2 else "not_a_raccoon"
    return _answer(state, game, seat) or wrong or _redouble(state, game, seat)


def _offer_resign(state: MatchState, game: GameState, seat: Seat) -> Code:
    if (code := _own_turn(game, seat)) is not None:
        return code
    if state.rules.resign == "off":
        return "resign_off"
    if state.rules.resign == "no_contact" and contact(game.board):
        return "contact_remains"
    return "resign_declined" if game.declined_level >= HIGHEST_LEVEL else None


def _answer_resign(state: MatchState, game: GameState, seat: Seat) -> Code:
    if not game.resign_offer:
        return "no_resignation"
    return None if game.to_act == seat else "not_your_turn"


def _index(seat: Seat) -> int:
    return 0 if seat == "A" else 1


_AROUND_THE_GAME: Mapping[str, Callable[[MatchState, Seat], Code]] = {
    "ready": _ready,
    "nonce": _nonce,
    "concede": _concede,
    "last_game": _last_game,
    "end_session": _end_session,
}
_IN_THE_GAME: Mapping[str, Callable[[MatchState, GameState, Seat], Code]] = {
    "roll": _roll,
    "play": _play,
    "double": _double,
    "take": _answer,
    "drop": _answer,
    "beaver": _beaver,
    "raccoon": _raccoon,
    "offer_resign": _offer_resign,
    "accept_resign": _answer_resign,
    "decline_resign": _answer_resign,
}
