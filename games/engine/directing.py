"""What a director's ruling does to a match (R9.5, T9). Clocks are adjusted in table.py.

Nothing is rewritten: a ruling is one more action, and the log shows what stood before it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.engine.ending import add_points, by_points, decided, finish, game_over, stop
from games.engine.outcome import MatchOutcome
from games.engine.refusals import refused
from games.engine.rulings import DirectorRuling, RulingKind
from games.engine.scoring import crawford_status
from games.engine.seats import Seat
from games.engine.state import MatchState

Score = tuple[int, int]


def rule(state: MatchState, ruling: DirectorRuling) -> MatchState:
    """Apply a ruling, or raise RulesError when it makes no sense now."""
    if state.phase == "void" and ruling.what != "reopen":
        raise refused("match_void")
    return _RULES[ruling.what](state, ruling)


def _clock(state: MatchState, _ruling: DirectorRuling) -> MatchState:
    return state


def _void(state: MatchState, _ruling: DirectorRuling) -> MatchState:
    return stop(state, MatchOutcome(None, "void"))


def _pause(state: MatchState, ruling: DirectorRuling) -> MatchState:
    paused = ruling.what == "pause"
    if state.phase == "finished":
        raise refused("match_finished")
    if state.paused == paused:
        raise refused("match_paused" if paused else "not_paused")
    return replace(state, paused=paused)


def _result(state: MatchState, ruling: DirectorRuling) -> MatchState:
    if ruling.game_points is None:
        outcome = MatchOutcome(ruling.winner, "ruling")
        return finish(state, outcome) if state.phase == "finished" else stop(state, outcome)
    game = state.live_game
    if state.phase != "playing" or game is None or ruling.winner is None:
        raise refused("match_finished" if state.phase == "finished" else "game_not_started")
    return game_over(state, game, ruling.winner, "ruling", 0, points=ruling.game_points)


def _score(state: MatchState, ruling: DirectorRuling) -> MatchState:
    score = _corrected(state.score, ruling)
    new = replace(state, score=score)
    winner = _winner(new)
    if state.phase == "finished":
        return _corrected_ending(state, new, winner)
    if winner is not None:
        return stop(new, MatchOutcome(winner, "ruling"))
    return _with_crawford(new)


def _corrected_ending(state: MatchState, new: MatchState, winner: Seat | None) -> MatchState:
    """A finished match keeps or changes its winner by the corrected score."""
    old = state.outcome
    if old is None or old.reason not in ("played", "ruling", "drawn"):
        return new
    if state.rules.kind == "session":
        outcome = by_points(new, "ruling")
        return new if outcome.winner == old.winner else finish(new, outcome)
    if winner is None:
        raise refused("needs_reopen")
    return new if winner == old.winner else finish(new, MatchOutcome(winner, "ruling"))


def _corrected(score: Score, ruling: DirectorRuling) -> Score:
    if ruling.points is not None:
        a, b = ruling.points
        return score[0] + (a or 0), score[1] + (b or 0)
    if ruling.score is None:
        return score
    a, b = ruling.score
    return score[0] if a is None else a, score[1] if b is None else b


def _winner(state: MatchState) -> Seat | None:
    """Who has the match points; two winners are a mistake."""
    length = state.rules.length
    if length is None or max(state.score) < length:
        return None
    if min(state.score) >= length:
        raise refused("bad_score")
    return "A" if state.score[0] >= length else "B"


def _with_crawford(state: MatchState) -> MatchState:
    """R9.5: the next game's Crawford status follows the score; a game keeps what it began with."""
    if state.live_game is not None:
        return state
    return replace(state, crawford=crawford_status(state.rules, state.score, state.results))


def _reopen(state: MatchState, ruling: DirectorRuling) -> MatchState:
    """Undo the ending. The seed was shown, so the match waits for a new epoch (ADR 0005)."""
    if state.phase not in ("finished", "void"):
        raise refused("not_finished")
    state = _without_the_ending(state)
    if ruling.replay_game:
        state = _without_the_last_game(state)
    state = replace(
        state,
        score=_corrected(state.score, ruling),
        last_game=False,
        end_asked=(False, False),
    )
    if decided(state):
        raise refused("match_decided")
    if state.live_game is None and not ruling.replay_game and _number_used(state):
        state = replace(state, game_no=state.game_no + 1)
    return _joining_again(replace(_with_crawford(state), outcome=None))


def _joining_again(state: MatchState) -> MatchState:
    """Both press ready and bring new nonces before the match goes on where it was, with a new epoch."""
    game = state.game
    return replace(
        state,
        game=None if game is None else replace(game, awaits_dice=False),
        phase="joining",
        ready=(False, False),
        nonce_hashes=(None, None),
        nonces=("", ""),
        nonce_status=("none", "none"),
        shared="",
        game_rolls=0,
    )


def _own_dice(state: MatchState, _ruling: DirectorRuling) -> MatchState:
    """The match leaves its shared dice (ADR 25). Whoever had rolled and waits rolls again, and may double before."""
    if state.phase == "finished":
        raise refused("match_finished")
    if not state.shared:
        raise refused("no_shared_dice")
    return _joining_again(replace(state, sealed=False))


def _without_the_ending(state: MatchState) -> MatchState:
    """Take back what the ending booked for a game that was not played out, and for unplayed ones."""
    if state.live_game is None:
        return state
    while state.results and state.results[-1].game >= state.game_no:
        state = _without_the_last_result(state)
    return state


def _without_the_last_game(state: MatchState) -> MatchState:
    if state.live_game is not None or not state.results:
        raise refused("no_game_to_replay")
    number = state.results[-1].game
    return replace(_without_the_last_result(state), game=None, game_no=number)


def _without_the_last_result(state: MatchState) -> MatchState:
    last = state.results[-1]
    a, b = add_points(state.score, last.winner, -last.points)
    return replace(state, results=state.results[:-1], score=(max(0, a), max(0, b)))


def _number_used(state: MatchState) -> bool:
    return bool(state.results) and state.results[-1].game == state.game_no


_RULES: Mapping[RulingKind, Callable[[MatchState, DirectorRuling], MatchState]] = {
    "score": _score,
    "result": _result,
    "clock": _clock,
    "pause": _pause,
    "resume": _pause,
    "void": _void,
    "reopen": _reopen,
    "own_dice": _own_dice,
}
