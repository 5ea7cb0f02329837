"""How games and matches end, whatever ended them (R8, R9, R13, R10.20).

Match points decide a match, the sum of points a session. A match that ends outside a game's own end keeps
its unfinished game as it was, so that a director can undo the ending (directing.py).
"""

from dataclasses import replace

from games.engine.game import GameState
from games.engine.outcome import GameKind, GameResult, MatchOutcome, Reason
from games.engine.scoring import counted_level, crawford_status, level_possible
from games.engine.seats import Seat, other
from games.engine.state import MatchState, Phase

_KIND_OF: dict[Reason, GameKind] = {"time": "time", "forfeit": "forfeit", "conceded": "forfeit"}


def win_game(
    state: MatchState, game: GameState, winner: Seat, kind: GameKind, level: int
) -> MatchState:
    """The game is over and counts level × cube (R8.4)."""
    return game_over(state, game, winner, kind, counted_level(state.rules, game, level))


def game_over(  # a ruling gives the points itself
    state: MatchState,
    game: GameState,
    winner: Seat,
    kind: GameKind,
    level: int,
    *,
    points: int | None = None,
) -> MatchState:
    """Book the game; then the match is decided, or there is a break before the next."""
    points = level * game.cube if points is None else points
    result = GameResult(
        winner, kind, level, points, game.cube, game.crawford, state.game_no,
        add_points(state.score, winner, points),
    )  # fmt: skip
    state = replace(
        state,
        game=game.ended(),
        score=result.score,
        results=(*state.results, result),
    )
    if decided(state):
        return finish(state, by_points(state, "played"))
    return replace(
        state,
        phase="break",
        ready=(False, False),
        end_asked=(False, False),
        game_no=state.game_no + 1,
        crawford=crawford_status(state.rules, state.score, state.results),
    )


def decided(state: MatchState) -> bool:
    """Is the match over by its score, or the session by its games?"""
    rules = state.rules
    if rules.length is not None:
        return max(state.score) >= rules.length
    if rules.open_ended:
        return state.last_game
    return rules.games is not None and len(state.results) >= rules.games


def by_points(state: MatchState, reason: Reason) -> MatchOutcome:
    """The outcome that the score gives; equal points are a draw (R9.2)."""
    a, b = state.score
    if a == b:
        return MatchOutcome(None, "drawn")
    return MatchOutcome("A" if a > b else "B", reason)


def finish(state: MatchState, outcome: MatchOutcome) -> MatchState:
    """The match is over; its seed may be shown, which closes the epoch."""
    phase: Phase = "void" if outcome.reason == "void" else "finished"
    return replace(state, phase=phase, outcome=outcome, paused=False, sealed=False)


def stop(state: MatchState, outcome: MatchOutcome) -> MatchState:
    """End the match without the game's own end: the score stays, the game counts nothing (R13.2)."""
    game = state.live_game
    if game is not None and outcome.winner is not None:
        kind = _KIND_OF.get(outcome.reason, "ruling")
        result = GameResult(
            outcome.winner, kind, 0, 0, game.cube, game.crawford, state.game_no, state.score
        )
        state = replace(state, results=(*state.results, result))
    return finish(state, outcome)


def lose_on_time(state: MatchState, loser: Seat, *, by_board: bool) -> MatchState:
    """R13.1, R13.4: the match or the session, whatever its score.

    Of a session the game being played counts cube × the level still possible, and each unplayed game counts 1. Without
    `by_board` the game counts single and the points decide the session, as in logs written before R13.4.
    """
    outcome = MatchOutcome(other(loser), "time")
    if state.rules.kind == "match":
        return stop(state, outcome)
    game = state.live_game
    if not by_board or game is None:
        ended = _lose_the_rest(state, loser, "time")
    else:
        possible = level_possible(game.seen_by(other(loser)))
        level = counted_level(state.rules, game, possible)
        ended = _lose_the_rest(state, loser, "time", level)
    return replace(ended, outcome=outcome) if by_board else ended


def concede(state: MatchState, loser: Seat) -> MatchState:
    """R10.20: a match or a session of so many games is lost; leaving an open session ends it."""
    if state.rules.kind == "match" or state.rules.games is not None:
        return stop(state, MatchOutcome(other(loser), "conceded"))
    return _lose_the_rest(state, loser, "conceded")


def _lose_the_rest(state: MatchState, loser: Seat, reason: Reason, level: int = 1) -> MatchState:
    """The game being played is lost at this level, and each unplayed game counts 1."""
    winner, kind = other(loser), _KIND_OF[reason]
    left = (state.rules.games or 0) - len(state.results)
    stakes = [(level, game.cube)] if (game := state.live_game) else []
    rest = [(1, 1)] * (left - len(stakes))
    for number, (times, cube) in enumerate(stakes + rest, start=state.game_no):
        score = add_points(state.score, winner, times * cube)
        crawford = game is not None and game.crawford and number == state.game_no
        result = GameResult(winner, kind, times, times * cube, cube, crawford, number, score)
        state = replace(state, score=score, results=(*state.results, result))
    return finish(state, by_points(state, reason))


def add_points(score: tuple[int, int], seat: Seat, points: int) -> tuple[int, int]:
    return (score[0] + points, score[1]) if seat == "A" else (score[0], score[1] + points)


def end_session(state: MatchState, asking: Seat) -> MatchState:
    """R9.6: between games at once; in a game when both ask, and then the game counts for nobody."""
    a, b = state.end_asked
    asked = (True, b) if asking == "A" else (a, True)
    if state.live_game is not None and asked != (True, True):
        return replace(state, end_asked=asked)
    return finish(state, by_points(state, "played"))
