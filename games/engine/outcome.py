"""How a game and a match ended: who won, by what, for how many points."""

from dataclasses import dataclass
from typing import Literal

from games.engine.seats import Seat

GameKind = Literal[
    "single", "gammon", "backgammon", "drop", "resignation", "time", "forfeit", "ruling"
]
Reason = Literal[
    "played",
    "time",
    "forfeit",
    "double_forfeit",
    "conceded",
    "ruling",
    "void",
    "drawn",
    "unfinished",
]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of the record.

    `kind` says what happened on the board, `level` what was counted (1–3; a gammon under an unturned
    Jacoby cube has level 1; 0 when points were decreed or the match ended meanwhile), `cube` the stake
    it was counted at, `score` the score afterwards.
    """

    winner: Seat
    kind: GameKind
    level: int
    points: int
    cube: int
    crawford: bool
    game: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The end of a match. No winner: a drawn session, a double forfeit, a void match, a file that ends."""

    winner: Seat | None
    reason: Reason
