"""GNU Backgammon's IDs in and out: the Match ID, and the pair Position ID:Match ID.

Here the two players are 0 (above, "O") and 1 (below, "X"), as in those programs; which seat is
which is for the caller to say. The Position ID itself is `Board.position_id`.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, Self

from games.engine.board import Board
from games.engine.errors import RulesError

PlayerNo = Literal[0, 1]

MAX_LOG2: Final = 15
_LENGTH: Final = 12  # characters
_BYTES: Final = 9
_CENTRE: Final = 3
_WIDTHS: Final = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)


class GamePhase(IntEnum):
    """What the game is doing, in the Match ID's numbers."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchId:
    """Everything a Match ID says.

    `on_roll` is the player whose turn it is, `to_decide` the one who must act now (not the same
    while a double or a resignation waits for its answer). `resigned` is the level offered, 0 to 3.
    `length` 0 is a money session. `dice` is None before the roll. `jacoby` is never in force in
    matches by custom, and IDs of matches say so.
    """

    length: int
    score: tuple[int, int] = (0, 0)
    cube: int = 1
    cube_owner: PlayerNo | None = None
    on_roll: PlayerNo = 1
    to_decide: PlayerNo = 1
    crawford: bool = False
    stage: GamePhase = GamePhase.PLAYING
    doubled: bool = False
    resigned: int = 0
    dice: tuple[int, int] | None = None
    jacoby: bool = False

    def __post_init__(self) -> None:
        if self.cube not in {1 << log2 for log2 in range(MAX_LOG2 + 1)}:
            raise _bad("The cube is a power of two, up to 32768.")
        if self.cube_owner not in (0, 1, None) or {self.on_roll, self.to_decide} - {0, 1}:
            raise _bad("A player is 0 or 1.")
        if not 0 <= self.resigned <= 3 or not all(1 <= die <= 6 for die in self.dice or ()):
            raise _bad("A level offered goes from 0 to 3, a die from 1 to 6.")
        if not all(0 <= number < 1 << 15 for number in (self.length, *self.score)):
            raise _bad("Match length and scores go from 0 to 32767.")

    def encode(self) -> str:
        """The Match ID, 12 characters. The higher die comes first, however they fell."""
        values = (
            self.cube.bit_length() - 1,
            _CENTRE if self.cube_owner is None else self.cube_owner,
            self.on_roll,
            self.crawford,
            self.stage,
            self.to_decide,
            self.doubled,
            self.resigned,
            *sorted(self.dice or (0, 0), reverse=True),
            self.length,
            *self.score,
            not self.jacoby,
        )
        bits, at = 0, 0
        for value, width in zip(values, _WIDTHS, strict=True):
            bits |= int(value) << at
            at += width
        return binascii.b2a_base64(bits.to_bytes(_BYTES, "little"), newline=False).decode("ascii")

    @classmethod
    def decode(cls, text: str) -> Self:
        """Reads a Match ID. Raises RulesError `bad_match_id`."""
        values = _values(text)
        owner, stage = values[1], values[4]
        if (
            owner not in (0, 1, _CENTRE)
            or stage > max(GamePhase)
            or (values[8] == 0) != (values[9] == 0)
        ):
            raise _bad("This Match ID contradicts itself.")
        return cls(
            cube=1 << values[0],
            cube_owner=None if owner == _CENTRE else _player(owner),
            on_roll=_player(values[2]),
            crawford=bool(values[3]),
            stage=GamePhase(stage),
            to_decide=_player(values[5]),
            doubled=bool(values[6]),
            resigned=values[7],
            dice=(values[8], values[9]) if values[8] else None,
            length=values[10],
            score=(values[11], values[12]),
            jacoby=not values[13],
        )


def gnubg_id(board: Board, match: MatchId) -> str:
    """`Position ID:Match ID`; the board is seen by the player on roll."""
    return f"{board.position_id()}:{match.encode()}"


def read_gnubg_id(text: str) -> tuple[Board, MatchId]:
    """The board, seen by the player on roll, and the match. Raises RulesError."""
    if not isinstance(text, str) or text.count(":") != 1:
        raise RulesError("bad_gnubg_id", "A GNU Backgammon ID is a Position ID, ':', a Match ID.")
    position, match = text.split(":")
    return Board.from_position_id(position), MatchId.decode(match)


def _values(text: str) -> list[int]:
    if not isinstance(text, str) or len(text) != _LENGTH:
        raise _bad("This is not a Match ID of 12 characters.")
    try:
        packed = binascii.a2b_base64(text.encode("ascii"), strict_mode=True)
    except (UnicodeEncodeError, binascii.Error):
        packed = b""
    if len(packed) != _BYTES:
        raise _bad("This is not a Match ID of 12 characters.")
    bits = int.from_bytes(packed, "little")
    values = []
    for width in _WIDTHS:
        values.append(bits & ((1 << width) - 1))
        bits >>= width
    if bits:
        raise _bad("This Match ID has bits that mean nothing.")
    return values


def _player(bit: int) -> PlayerNo:
    return 1 if bit else 0


def _bad(message: str) -> RulesError:
    return RulesError("bad_match_id", message)
