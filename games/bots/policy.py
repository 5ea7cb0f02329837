"""What a bot does when something is asked of it: a play, a double, an answer.

`random` makes any legal play, never doubles and takes everything. `steady` makes the play after
which `evaluation` likes the board best, and handles the cube by its `outlook`. Chance is an
argument, so that what a bot did can be repeated.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.bots.evaluation import evaluate
from games.bots.outlook import likely_level, winning_chance
from games.engine.board import Board
from games.engine.game import GameState
from games.engine.permissions import may
from games.engine.plays import Dice, Play, legal_plays
from games.engine.scoring import counted_level
from games.engine.seats import Seat, other
from games.engine.state import MatchState

RANDOM = "random"
DOUBLE_FROM = 0.70
TOO_GOOD_FROM = 0.85
TAKE_FROM = 0.24
BEAVER_FROM = 0.52
NO_END = 1 << 15  # points needed in a session

Decision = tuple[str, dict[str, Any]]


def decide(kind: str, match: MatchState, seat: Seat, rng: Random) -> Decision:
    """What the bot does for `seat`, which must be the one to act: an action's kind and payload."""
    game, waiting = match.game, match.waiting_for
    if game is None or waiting is None:
        return "ready", {}
    if waiting == "answer_resign":
        return _answer_resign(kind, match, game, seat), {}
    if waiting == "answer_double":
        return _answer_double(kind, match, game, seat), {}
    if waiting == "play" and game.dice is not None:
        play = choose_play(kind, game.board, game.dice, rng)
        return "play", {"moves": [[move.source, move.target] for move in play.moves]}
    return ("double" if kind != RANDOM and would_double(match, game, seat) else "roll"), {}


def choose_play(kind: str, board: Board, dice: Dice, rng: Random) -> Play:
    """The play a bot of this kind makes; `board` is seen by it."""
    return random_play(board, dice, rng) if kind == RANDOM else steady_play(board, dice)


def random_play(board: Board, dice: Dice, rng: Random) -> Play:
    """Any legal play, each as likely as the next."""
    return rng.choice(legal_plays(board, dice))


def steady_play(board: Board, dice: Dice) -> Play:
    """The play that leaves the best board."""
    return max(legal_plays(board, dice), key=lambda play: evaluate(play.board))


def would_double(match: MatchState, game: GameState, seat: Seat) -> bool:
    """Never with a cube that is dead for this seat; at once when the opponent's plain win ends the match."""
    needs = _needs(match, seat)
    if needs <= game.cube or may(match, seat)["double"] is not None:
        return False
    if _needs(match, other(seat)) <= game.cube:
        return True
    chance = winning_chance(game.board)
    too_good = chance >= TOO_GOOD_FROM and _level(match, game, game.board) > 1
    return chance >= DOUBLE_FROM and not too_good


def would_take(match: MatchState, game: GameState, seat: Seat) -> bool:
    """Always if dropping would lose the match."""
    return _needs(match, other(seat)) <= game.cube or _chance(game, seat) >= TAKE_FROM


def _answer_double(kind: str, match: MatchState, game: GameState, seat: Seat) -> str:
    if kind == RANDOM:
        return "take"
    if _chance(game, seat) >= BEAVER_FROM and may(match, seat)["beaver"] is None:
        return "beaver"
    return "take" if would_take(match, game, seat) else "drop"


def _answer_resign(kind: str, match: MatchState, game: GameState, seat: Seat) -> str:
    """Less than what the game will likely bring is declined, unless it wins the match."""
    offered = game.resign_offer
    enough = offered >= _level(match, game, game.seen_by(seat))
    if kind == RANDOM or enough or offered * game.cube >= _needs(match, seat):
        return "accept_resign"
    return "decline_resign"


def _level(match: MatchState, game: GameState, board: Board) -> int:
    """The level that a win of the viewer of `board` would likely count at (R10.1)."""
    return counted_level(match.rules, game, likely_level(board))


def _chance(game: GameState, seat: Seat) -> float:
    """The winning chance of either seat; the board is always that of the player on roll."""
    on_roll = winning_chance(game.board)
    return on_roll if game.turn == seat else 1 - on_roll


def _needs(match: MatchState, seat: Seat) -> int:
    """Points to the end of the match; many in a session."""
    return NO_END if match.away is None else match.away["AB".index(seat)]
