"""Short ways to write positions and to bring a match into them. Used by the engine's tests only."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import actions as act
from games.engine.board import Board
from games.engine.errors import RulesError
from games.engine.game import GameState
from games.engine.match import MatchState, apply, initial
from games.engine.rules import Rules
from games.engine.scoring import crawford_status
from games.engine.seats import Seat

COMMITMENT = "c0" * 32
START = Board.start()


def board(text: str) -> Board:
    """`"X: bar×1 6×2; O: 19×2"`: both in the mover's numbers, as in docs/rules; `obar×1` is O's bar."""
    points = [0] * 26
    for side, sign in zip(text.split(";"), (1, -1), strict=True):
        for group in side.split(":")[1].split():
            name, count = group.split("×")
            point = {"bar": 25, "obar": 0}.get(name) if not name.isdigit() else int(name)
            assert point is not None
            points[point] += sign * int(count)
    return Board.from_points(points)


def money(**options: Any) -> Rules:
    """A money session; Jacoby, beavers and automatic doubles as given, otherwise off."""
    bare = {"jacoby": False, "murphy_limit": 0, "max_beavers": 0}
    return replace(Rules.preset("money"), **(bare | options))


def match_to(length: int, **options: Any) -> Rules:
    return Rules(length=length, **options)


def joined(rules: Rules, **fields: Any) -> MatchState:
    """Both seats are ready, nobody brought a nonce: the opening roll is due."""
    state = replace(initial(rules), **fields)
    if "score" in fields and "crawford" not in fields:
        state = replace(state, crawford=crawford_status(rules, state.score, state.results))
    return run(state, act.Epoch(1, COMMITMENT), act.Ready("A"), act.Ready("B"))


def in_game(rules: Rules, score: tuple[int, int] = (0, 0), **game: Any) -> MatchState:
    """The middle of a game: the start position with A on roll unless said otherwise."""
    crawford = game.pop("crawford_status", None)
    state = joined(rules, score=score, **({"crawford": crawford} if crawford else {}))
    fields: dict[str, Any] = {"board": START, "turn": "A", "turns": (3, 3)} | game
    return replace(state, game=GameState(**fields, crawford=state.crawford == "now"))


def run(state: MatchState, *actions: act.Action) -> MatchState:
    for action in actions:
        state = apply(state, action)
    return state


def play(seat: Seat, text: str) -> act.MakePlay:
    return act.MakePlay(seat, text=text)


def last(state: MatchState) -> tuple[str, str, int]:
    """Winner, kind and points of the last game."""
    result = state.results[-1]
    return result.winner, result.kind, result.points


def refusal_code(state: MatchState, action: act.Action) -> str:
    """The code an action is refused with; the state is as before, being a value."""
    with pytest.raises(RulesError) as refused:
        apply(state, action)
    assert refused.value.message.endswith(".")
    return refused.value.code


def win_for(state: MatchState, winner: Seat, level: int) -> MatchState:
    """Play the opening and let the other resign the game at that level."""
    dice = (6, 1) if winner == "B" else (1, 6)  # the loser starts, so it is the loser's turn
    loser: Seat = "A" if winner == "B" else "B"
    names: dict[int, act.Level] = {1: "single", 2: "gammon", 3: "backgammon"}
    return run(
        state,
        act.OpeningRoll(dice),
        act.OfferResign(loser, names[level]),
        act.AcceptResign(winner),
    )
