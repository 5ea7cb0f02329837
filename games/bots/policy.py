"""What a bot does when something is asked of it: a play, a double, an answer.

`random` plays any legal play and never doubles; `steady` looks one roll ahead with `evaluation` and
handles the cube by its estimate of the winning chance. The rng is an argument, so a bot can be replayed.
"""

from math import exp
from random import Random
from typing import Any

from games.bots.evaluation import evaluate, has_contact
from games.engine.board import Board
from games.engine.permission import may
from games.engine.plays import legal_plays
from games.engine.seats import Seat, other
from games.engine.state import MatchState

DOUBLE_FROM = 0.70
TOO_GOOD = 0.93
TAKE_FROM = 0.24

Decision = tuple[str, dict[str, Any]]


def decide(kind: str, match: MatchState, seat: Seat, rng: Random) -> Decision:
    """The action a bot of this kind takes for `seat`, which must be the seat to act: (kind, payload)."""
    game = match.game
    waiting = match.waiting_for
    if game is None or waiting is None:
        return "ready", {}
    if waiting == "answer_resign":
        return "accept_resign", {}
    if waiting == "answer_double":
        return ("take" if kind == "random" or _takes(match, seat) else "drop"), {}
    if waiting == "roll":
        return ("double" if kind != "random" and _doubles(match, seat) else "roll"), {}
    if game.dice is None:
        return "roll", {}
    return "play", {"moves": _moves(kind, game.board, game.dice, rng)}


def _moves(kind: str, board: Board, dice: tuple[int, int], rng: Random) -> list[list[int]]:
    plays = legal_plays(board, dice)
    if kind == "random":
        play = rng.choice(plays)
    else:
        play = max(plays, key=lambda one: evaluate(one.board))
    return [[move.source, move.target] for move in play.moves]


def chance(board: Board, *, on_roll: bool) -> float:
    """A rough winning chance of the side that `board` is seen by, 0 to 1."""
    mine, theirs = board.pips()
    if has_contact(board.points):
        lead = evaluate(board) + (6 if on_roll else -6)
        return 1 / (1 + exp(-lead / 26))
    lead = theirs - mine + (4 if on_roll else -4)
    spread = max(6.0, ((mine + theirs) / 2) ** 0.5 * 1.35)
    return 1 / (1 + exp(-1.7 * lead / spread))


def _doubles(match: MatchState, seat: Seat) -> bool:
    if may(match, seat).get("double", ("no", "")) is not None or match.game is None:
        return False
    if _needs(match, seat) <= match.game.cube:
        return False
    return DOUBLE_FROM <= chance(match.game.board, on_roll=True) <= TOO_GOOD


def _takes(match: MatchState, seat: Seat) -> bool:
    game = match.game
    if game is None or _needs(match, other(seat)) <= game.cube:
        return True
    rolls = chance(game.board, on_roll=True)
    return (rolls if game.turn == seat else 1 - rolls) >= TAKE_FROM


def _needs(match: MatchState, seat: Seat) -> int:
    """Points to the end of the match; many in a session."""
    if match.rules.length is None:
        return 1 << 15
    return match.rules.length - match.score["AB".index(seat)]
