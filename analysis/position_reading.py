"""PURE. A position given as text – XGID, GNU Backgammon ID or Position ID – and whether the engine can judge it.

Seat A is the player at the bottom of the board (XGID's +1), seat B the one at the top. Every refusal is a RulesError with
a code of `analysis.texts.POSITION_REFUSALS`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analysis.bot_positions import numbers
from games.engine.board import BAR, Board
from games.engine.errors import RulesError
from games.engine.ids import GamePhase, MatchId, gnubg_id, read_gnubg_id
from games.engine.seats import Seat
from games.engine.xgid import Xgid
from games.records.identifiers import HIGHEST_SCORE

MOST_CHARS = 300
LONGEST_MATCH = 25
"""The engine's table of match equities ends here."""
USUAL_MAX_CUBE = 10
"""The power of two that an XGID names where no cube limit was agreed; money games are judged down to a cube of 64."""
LEAST_MAX_CUBE = 6
POSITION_ID_CHARS, GNUBG_ID_CHARS = 14, 27
HOME = range(1, 7)

XGID_IN_TEXT = re.compile(r"xgid=(\S+)", re.IGNORECASE)
GNUBG_IN_TEXT = re.compile(r"Position ID\s*:\s*(\S{14})\s+Match ID\s*:\s*(\S{12})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A position that can be judged. `board` is seen by the player on roll."""

    xgid: Xgid
    board: Board

    @property
    def on_roll(self) -> Seat:
        """Who rolls next, has rolled, or has doubled."""
        return "A" if self.xgid.turn == 1 else "B"

    @property
    def decides(self) -> Seat:
        """Whose decision it is: the answer to a double is the opponent's."""
        return self.on_roll if not self.is_doubled else "B" if self.on_roll == "A" else "A"

    @property
    def is_doubled(self) -> bool:
        return self.xgid.dice == "D"

    @property
    def dice(self) -> tuple[int, int] | None:
        """None before the roll."""
        text = self.xgid.dice
        return (int(text[0]), int(text[1])) if text.isdigit() and text != "00" else None

    @property
    def away(self) -> tuple[int, int] | None:
        """Points that A and B need; None in an unlimited game."""
        xgid = self.xgid
        if not xgid.length:
            return None
        return xgid.length - xgid.score_bottom, xgid.length - xgid.score_top

    @property
    def crawford(self) -> bool:
        return self.xgid.length > 1 and self.xgid.rules == 1

    @property
    def jacoby(self) -> bool:
        return not self.xgid.length and bool(self.xgid.rules & 1)

    @property
    def beavers(self) -> bool:
        return not self.xgid.length and bool(self.xgid.rules & 2)

    @property
    def pips(self) -> tuple[int, int]:
        """Of A and of B."""
        return self.xgid.board.pips()

    @property
    def gnubg(self) -> str | None:
        """The GNU Backgammon ID; None where it would mean something else, and where the score is beyond its range."""
        is_exact = (
            not self.beavers and max(self.xgid.score_bottom, self.xgid.score_top) <= HIGHEST_SCORE
        )
        return gnubg_id(*self.xgid.to_gnubg()) if is_exact else None

    @property
    def may_double(self) -> bool:
        """Could the player on roll double at this score, and would it be of use?"""
        own = self._away_of_roller()[0]
        is_theirs = self.xgid.owner not in (0, self.xgid.turn)
        return not (self.crawford or is_theirs or (own and self.xgid.cube >= own))

    def question(self) -> dict[str, Any]:
        """The position as the engine takes it (engine/bot_worker.py), of the player on roll."""
        xgid = self.xgid
        owner = "player" if xgid.owner == xgid.turn else "opponent"
        return {
            "board": numbers(self.board),
            "cube": xgid.cube,
            "owner": owner if xgid.owner else "centered",
            "away": list(self._away_of_roller()),
            "crawford": self.crawford,
            "jacoby": self.jacoby,
            "beaver": self.beavers,
        }

    def _away_of_roller(self) -> tuple[int, int]:
        """What the player on roll and the opponent need; zeros in an unlimited game."""
        a, b = self.away or (0, 0)
        return (a, b) if self.on_roll == "A" else (b, a)


def read_position(text: str) -> GamePosition:
    """The position of an ID, also inside the text that other programs copy. Raises RulesError with a code of POSITION_REFUSALS."""
    xgid = _read(text.strip())
    board = xgid.board if xgid.turn == 1 else xgid.board.flipped()
    position = GamePosition(xgid, board)
    for code, is_refused in REFUSED.items():
        if is_refused(position):
            raise RulesError(code)
    return position


def _read(text: str) -> Xgid:
    if not text:
        raise RulesError("no_position")
    if len(text) > MOST_CHARS:
        raise RulesError("bad_position")
    if inside := XGID_IN_TEXT.search(text):
        return Xgid.parse(inside[1])
    if inside := GNUBG_IN_TEXT.search(text):
        text = f"{inside[1]}:{inside[2]}"
    return _read_alone(text.replace(" ", "+"))  # what becomes of a plus in an address


def _read_alone(text: str) -> Xgid:
    if text.count(":") > 1:
        return Xgid.parse(text)
    if len(text) == POSITION_ID_CHARS:
        return Xgid.from_gnubg(Board.from_position_id(text), MatchId(length=0))
    if len(text) != GNUBG_ID_CHARS or ":" not in text:
        raise RulesError("bad_position")
    board, match = read_gnubg_id(text)
    checks = {
        "resignation_offered": match.resigned > 0,
        "not_in_play": match.stage is not GamePhase.PLAYING,
    }
    for code, is_refused in checks.items():
        if is_refused:
            raise RulesError(code)
    return Xgid.from_gnubg(board, match)


def _is_over(position: GamePosition) -> bool:
    return 15 in position.board.off


def _are_both_closed_out(position: GamePosition) -> bool:
    """Both on the bar before a closed board: whoever was hit last could not have been hit."""
    sides = (position.board.points, position.board.flipped().points)
    return all(points[BAR] and all(points[p] > 1 for p in HOME) for points in sides)


def _is_cube_impossible(position: GamePosition) -> bool:
    xgid = position.xgid
    is_turned = xgid.cube > 1
    is_centred_turned = is_turned and not xgid.owner and xgid.length > 0
    return (
        (xgid.owner != 0 and not is_turned)
        or is_centred_turned
        or (position.crawford and is_turned)
        or xgid.cube > 1 << xgid.max_cube
    )


def _is_cube_limited(position: GamePosition) -> bool:
    """Does a limit of the cube bind? The engine knows none."""
    limit = position.xgid.max_cube
    if limit >= USUAL_MAX_CUBE:
        return False
    return limit < LEAST_MAX_CUBE if position.away is None else 1 << limit < max(position.away)


def _is_crawford_impossible(position: GamePosition) -> bool:
    """In the Crawford game one side needs 1 point, and the other more."""
    if position.xgid.length and position.xgid.rules > 1:
        return True
    away = position.away or (0, 0)
    return position.crawford and (1 not in away or away == (1, 1))


def _is_match_over(position: GamePosition) -> bool:
    return position.away is not None and min(position.away) <= 0


REFUSED: dict[str, Callable[[GamePosition], bool]] = {
    "game_over": _is_over,
    "both_closed_out": _are_both_closed_out,
    "match_over": _is_match_over,
    "match_too_long": lambda position: position.xgid.length > LONGEST_MATCH,
    "bad_crawford": _is_crawford_impossible,
    "bad_cube": _is_cube_impossible,
    "beaver_offered": lambda position: position.xgid.dice in ("B", "R"),
    "bad_double": lambda position: position.is_doubled and not position.may_double,
    "cube_limit": _is_cube_limited,
}
"""What the engine is not asked, by its code; the first that applies is said."""
