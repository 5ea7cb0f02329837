"""What a roll can become: the legal plays of a board and dice, and the Position IDs they lead to.

A play is identified by the board it leads to: two orders of moves that end in the same position are one
play (R4.8). The rules themselves are in `generator` and `moves`; this module checks what comes in.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.board import Board
from games.engine.errors import RulesError
from games.engine.generator import fan
from games.engine.moves import MOVE_OF, Move

__all__ = ["Dice", "Move", "Moves", "Play", "legal_plays", "result_boards", "results"]

Dice = tuple[int, int]
Moves = tuple[Move, ...]

MOVES_OF: Final[dict[int, Moves]] = {0: ()} | {step: (move,) for step, move in MOVE_OF.items()}


class Play(NamedTuple):
    """A whole roll played: one `Move` for each die used, in an order that can be played.

    `board` is the position afterwards, still seen by the mover.
    """

    moves: Moves
    board: Board


def legal_plays(board: Board, dice: Dice) -> tuple[Play, ...]:
    """One play for each distinct position the roll can lead to (R4.8).

    A roll that cannot be played has one play without moves (R2.2). Raises RulesError `bad_board`
    or `bad_dice`.
    """
    plays: list[Play] = []
    for before, path, steps in fan(board, *checked(board, dice)):
        moves: Moves = ()
        for step in path:
            moves += MOVES_OF[step]
        plays += [Play(moves + MOVES_OF[step], Board(before + step)) for step in steps]
    return tuple(plays)


def result_boards(board: Board, dice: Dice) -> tuple[Board, ...]:
    """The boards of `legal_plays` alone, in no particular order; quicker."""
    fanned = fan(board, *checked(board, dice))
    return tuple(map(Board, [before + step for before, _, steps in fanned for step in steps]))


def results(position_id: str, dice: Dice) -> list[str]:
    """The sorted Position IDs of every distinct result of a roll, with the opponent on roll."""
    boards = result_boards(Board.from_position_id(position_id), dice)
    return sorted(board.flipped().position_id() for board in boards)


def checked(board: Board, dice: Dice) -> Dice:
    """The two dice, when board and dice are what they should be."""
    if type(board) is not Board:
        raise RulesError("bad_board", "This is not a board.")
    try:
        die1, die2 = dice
    except (TypeError, ValueError):
        raise RulesError("bad_dice", "A roll is two dice.") from None
    if type(die1) is not int or type(die2) is not int or not (0 < die1 < 7 and 0 < die2 < 7):
        raise RulesError("bad_dice", "A die shows a whole number from 1 to 6.")
    return die1, die2
