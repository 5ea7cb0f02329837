"""The checkers on the board, seen by the player on roll. Says where they are, not who may move.

A `Board` is one integer of 26 bytes, the lowest byte first. Byte n (1..24) is the mover's point n;
byte 25 is the mover's bar, byte 0 the opponent's. In each byte the low four bits count the
mover's checkers and the high four the opponent's, so a byte is also easy to judge: below 16 it is
the mover's or empty, 16 is an opposing blot, 32 and more is blocked. What is missing from fifteen
has been borne off. Adding an integer moves a checker, and comparing boards is comparing numbers:
that is why the legal-play generator is quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final, Self

from games.engine import position_id
from games.engine.errors import RulesError

CHECKERS: Final = 15
BAR: Final = 25
OFF: Final = 0
SIZE: Final = 26

_SWAP_SIDES: Final = bytes(byte >> 4 | (byte & 15) << 4 for byte in range(256))
_MINE: Final = bytes(byte & 15 for byte in range(256))  # for bytes.translate, as the others
_THEIRS: Final = bytes(byte >> 4 for byte in range(256))
_COUNT: Final = tuple((byte & 15) - (byte >> 4) for byte in range(256))
_MY_WAY: Final = tuple(range(SIZE))
_THEIR_WAY: Final = tuple(range(BAR, -1, -1))
_START: Final = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


class Board(int):
    """An immutable position. Make one with `start`, `from_points` or `from_position_id`."""

    __slots__ = ()

    @classmethod
    def start(cls) -> Self:
        """The position every game starts from (R1.3)."""
        return cls.from_points(_START)

    @classmethod
    def from_points(cls, points: Sequence[int]) -> Self:
        """A board from 26 numbers: above zero the mover's checkers, below zero the opponent's.

        Index 1..24 are the mover's points, 25 the mover's bar (>= 0), 0 the opponent's bar (<= 0).
        Raises RulesError `bad_board` or `too_many_checkers`.
        """
        if (
            not isinstance(points, Sequence)
            or len(points) != SIZE
            or any(type(count) is not int for count in points)
        ):
            raise RulesError("bad_board", "A board is a list of 26 whole numbers.")
        if points[BAR] < 0 or points[0] > 0:
            raise RulesError("bad_board", "A bar holds only the checkers of its own side.")
        for side in (1, -1):
            if sum(count * side for count in points if count * side > 0) > CHECKERS:
                raise RulesError("too_many_checkers", "A side has at most 15 checkers.")
        packed = bytes(count if count >= 0 else -count << 4 for count in points)
        return cls.from_bytes(packed, "little")

    @classmethod
    def from_position_id(cls, text: str) -> Self:
        """The board of a Position ID; its player on roll is the mover.

        Raises RulesError `bad_position_id`, `too_many_checkers` or `both_on_one_point`.
        """
        theirs, mine = position_id.decode(text)
        points = [-theirs[24], *mine]
        for point, count in enumerate(reversed(theirs[:24]), start=1):
            if count and points[point]:
                raise RulesError("both_on_one_point", f"Both sides stand on point {point}.")
            points[point] -= count
        board = cls.from_points(points)
        if board.position_id() != text:
            raise RulesError("bad_position_id", "This Position ID has bits that mean nothing.")
        return board

    @property
    def squares(self) -> bytes:
        """The 26 bytes: the mover's count in the low half of each, the opponent's in the high."""
        return self.to_bytes(SIZE, "little")

    @property
    def points(self) -> tuple[int, ...]:
        """The 26 numbers `from_points` takes."""
        return tuple([_COUNT[byte] for byte in self.squares])

    @property
    def off(self) -> tuple[int, int]:
        """Checkers borne off: (mine, theirs)."""
        squares = self.squares
        mine, theirs = squares.translate(_MINE), squares.translate(_THEIRS)
        return CHECKERS - sum(mine), CHECKERS - sum(theirs)

    def pips(self) -> tuple[int, int]:
        """Pips left to bear everything off: (mine, theirs)."""
        squares = self.squares
        mine, theirs = squares.translate(_MINE), squares.translate(_THEIRS)
        return sum(map(mul, _MY_WAY, mine)), sum(map(mul, _THEIR_WAY, theirs))

    def flipped(self) -> Self:
        """The same position seen by the other player."""
        return type(self).from_bytes(self.squares.translate(_SWAP_SIDES), "big")

    def position_id(self) -> str:
        """GNU Backgammon's Position ID with the mover on roll."""
        squares = self.squares
        theirs = [byte >> 4 for byte in reversed(squares[:BAR])]
        return position_id.encode(theirs, [byte & 15 for byte in squares[1:]])

    def __repr__(self) -> str:
        return f"Board({self.position_id()})"

    __str__ = __repr__
