"""What a win is worth and when the Crawford game comes (R8, R9.5, R10.1–R10.6)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from games.engine.outcome import GameKind, GameResult
from games.engine.rules import Rules

if TYPE_CHECKING:
    from games.engine.board import Board
    from games.engine.game import GameState

Crawford = Literal["none", "before", "now", "after"]
Score = tuple[int, int]
NAMES: dict[int, GameKind] = {1: "single", 2: "gammon", 3: "backgammon"}


def level_won(board: "Board") -> int:
    """1, 2 or 3, on the winner's last board, seen by the winner (R8.1–R8.3)."""
    if board.off[1]:
        return 1
    return 3 if any(count < 0 for count in board.points[:7]) else 2


def level_possible(board: "Board") -> int:
    """The highest level at which the player who sees this board can still win (R13.4).

    A loser who has borne off a checker loses a single game. Otherwise a gammon is possible, and a backgammon while
    the loser can still be hit or stands in the winner's home board or on the bar.
    """
    if board.off[1]:
        return 1
    behind = any(count < 0 for count in board.points[:7])
    return 3 if behind or contact(board) else 2


def counted_level(rules: Rules, game: "GameState", level: int) -> int:
    """The multiplier that counts: Jacoby cancels it while the cube is unturned (R10.1, R10.2, R10.4).

    Not in a game in which nobody could have doubled.
    """
    if not rules.jacoby or not rules.cube_possible or game.crawford or game.cube_turned:
        return level
    return level if rules.jacoby_auto_counts and game.cube > 1 else 1


def contact(board: "Board") -> bool:
    """Can the two sides still meet: is a checker of mine still behind one of theirs (R10.18)?"""
    mine = [point for point, count in enumerate(board.points) if count > 0]
    theirs = [point for point, count in enumerate(board.points) if count < 0]
    return bool(mine and theirs) and mine[-1] > theirs[0]


def crawford_status(rules: Rules, score: Score, results: Iterable[GameResult]) -> Crawford:
    """Whether the next game is the Crawford game, from the score it starts with (R9.5, R10.5, R10.6)."""
    if not rules.plays_crawford or rules.length is None:
        return "none"
    if rules.length - 1 not in score:
        return "before"
    return "after" if any(result.crawford for result in results) else "now"
