"""eXtreme Gammon's ID: position, cube, dice and score in one line of text.

`XGID=P:cube:owner:turn:dice:score bottom:score top:rules:length:max cube`. The player below is +1,
the one above -1; in GNU Backgammon's IDs (`ids`) they are players 1 and 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, Self

from games.engine.board import Board
from games.engine.errors import RulesError
from games.engine.ids import MAX_LOG2, MatchId, PlayerNo

Side = Literal[1, -1]

PREFIX: Final = "XGID="
_FIELDS: Final = re.compile(
    r"(?P<board>[-A-Oa-o]{26}):(?P<cube>\d\d?):(?P<owner>[01]|-1):(?P<turn>1|-1)"
    r":(?P<dice>00|[1-6]{2}|[DBR]):(?P<bottom>\d{1,5}):(?P<top>\d{1,5})"
    r":(?P<rules>[0-3]):(?P<length>\d{1,5}):(?P<max_cube>\d\d?)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Xgid:
    """Everything an XGID says.

    `board` is seen by the player below, whoever is on roll. `owner` and `turn` are sides: 1 below,
    -1 above, 0 the centre. `dice` is the text between its colons: `00` before the roll, two digits,
    or `D`, `B`, `R` while a double, beaver or raccoon waits for its answer. `rules` is 1 for the
    Crawford game of a match; in a session (`length` 0) 1 is Jacoby, 2 beavers, 3 both. `cube` is
    its value, `max_cube` the power of two of the highest value allowed.
    """

    board: Board
    cube: int = 1
    owner: Literal[0, 1, -1] = 0
    turn: Side = 1
    dice: str = "00"
    score_bottom: int = 0
    score_top: int = 0
    rules: int = 0
    length: int = 0
    max_cube: int = 10

    def __str__(self) -> str:
        squares = "".join(_letter(count) for count in self.board.points)
        numbers = (self.score_bottom, self.score_top, self.rules, self.length, self.max_cube)
        power = self.cube.bit_length() - 1
        rest = (power, self.owner, self.turn, self.dice, *numbers)
        return PREFIX + ":".join([squares, *map(str, rest)])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads an XGID, with or without `XGID=`. Raises RulesError `bad_xgid` or of the board."""
        if not isinstance(text, str):
            raise RulesError("bad_xgid", "An XGID is a text.")
        read = _FIELDS.fullmatch(text.strip().removeprefix(PREFIX))
        if not read or int(read["cube"]) > MAX_LOG2:
            raise RulesError("bad_xgid", "This is not an XGID of ten fields.")
        turn, owner = _side(read["turn"]), read["owner"]
        return cls(
            board=Board.from_points([_count(letter) for letter in read["board"]]),
            cube=1 << int(read["cube"]),
            owner=0 if owner == "0" else _side(owner),
            turn=turn,
            dice=read["dice"],
            score_bottom=int(read["bottom"]),
            score_top=int(read["top"]),
            rules=int(read["rules"]),
            length=int(read["length"]),
            max_cube=int(read["max_cube"]),
        )

    def to_gnubg(self) -> tuple[Board, MatchId]:
        """The board seen by the player on roll, and the Match ID; beavers are not in one."""
        if self.dice in ("B", "R"):
            raise RulesError("not_in_match_id", "A Match ID cannot tell a beaver from a double.")
        on_roll = _player(self.turn)
        doubled = self.dice == "D"
        match = MatchId(
            length=self.length,
            score=(self.score_top, self.score_bottom),
            cube=self.cube,
            cube_owner=_player(self.owner) if self.owner else None,
            on_roll=on_roll,
            to_decide=_player(-self.turn) if doubled else on_roll,
            crawford=self.length > 0 and self.rules == 1,
            doubled=doubled,
            dice=(int(self.dice[0]), int(self.dice[1])) if self.dice not in ("00", "D") else None,
            jacoby=self.length == 0 and bool(self.rules & 1),
        )
        return (self.board if on_roll else self.board.flipped()), match

    @classmethod
    def from_gnubg(
        cls, board: Board, match: MatchId, *, beavers: bool = False, max_cube: int = 10
    ) -> Self:
        """The XGID of a board seen by the player on roll. An offer to resign is not in one."""
        dice = "D" if match.doubled else "".join(map(str, match.dice or (0, 0)))
        owner: dict[PlayerNo | None, Literal[0, 1, -1]] = {None: 0, 0: -1, 1: 1}
        return cls(
            board=board if match.on_roll else board.flipped(),
            cube=match.cube,
            owner=owner[match.cube_owner],
            turn=1 if match.on_roll else -1,
            dice=dice,
            score_bottom=match.score[1],
            score_top=match.score[0],
            rules=int(match.crawford) if match.length else match.jacoby + 2 * beavers,
            length=match.length,
            max_cube=max_cube,
        )


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    return ord(letter) - ord("A") + 1 if letter.isupper() else ord("a") - ord(letter) - 1


def _side(text: str) -> Side:
    return 1 if text == "1" else -1


def _player(side: int) -> PlayerNo:
    return 1 if side == 1 else 0
