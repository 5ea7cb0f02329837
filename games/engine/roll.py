"""One board and one roll, half played: which dice are left and whether the play is complete.

Shared by `play_walker` and `play_matching`, which go through a roll move by move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from games.engine.board import Board
from games.engine.generator import fan
from games.engine.legal import Dice, checked
from games.engine.moves import MINE, MOVE_OF, Move, single_steps

DiceLeft = tuple[int, ...]


class Spot(NamedTuple):
    """A position on the way: the board as an integer, and the dice not played yet."""

    board: int
    left: DiceLeft


@dataclass(frozen=True, slots=True)
class RollInPlay:
    """The start, the boards a legal play may end with, and how many dice each of them uses."""

    start: Spot
    legal: frozenset[int]
    most: int

    @classmethod
    def of(cls, board: Board, dice: Dice) -> Self:
        """Raises RulesError `bad_board` or `bad_dice`."""
        high, low = sorted(checked(board, dice), reverse=True)
        left = (high,) * 4 if high == low else (high, low)
        fanned = fan(board, high, low)
        _, path, steps = fanned[0]
        return cls(
            start=Spot(int(board), left),
            legal=frozenset(b + step for b, _, steps in fanned for step in steps),
            most=len(path) + (steps != [0]),
        )

    def is_complete(self, spot: Spot) -> bool:
        """Whether the play may end here: all usable dice used, or everything borne off (R4.8)."""
        if spot.board not in self.legal:
            return False
        return self.used(spot) == self.most or not spot.board & MINE

    def used(self, spot: Spot) -> int:
        """Dice played so far."""
        return len(self.start.left) - len(spot.left)


def onward(spot: Spot) -> Iterator[tuple[Move, int, Spot]]:
    """Every single move that can be made from here, with its die and where it leads."""
    for at, die in enumerate(spot.left):
        if die in spot.left[:at]:
            continue
        left = spot.left[:at] + spot.left[at + 1 :]
        for step in single_steps(spot.board, die):
            yield MOVE_OF[step], die, Spot(spot.board + step, left)
