"""PURE. A position of a match in the words of other programs: Position ID, GNU Backgammon ID, XGID.

Seat A is their player below ("X", 1), seat B the one above ("O", 0). A GNU Backgammon ID cannot tell a beaver.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from games.engine.board import Board
from games.engine.game import GameState
from games.engine.ids import GamePhase, MatchId, PlayerNo
from games.engine.rules import HIGHEST_CUBE
from games.engine.seats import Seat
from games.engine.state import MatchState
from games.engine.xgid import Xgid

# A roll leaves the board as it was: half of the positions of a match are asked for twice in a row.
_position_id = lru_cache(maxsize=16)(Board.position_id)
MAX_CUBE = 10  # what other programs write where nothing was agreed
HIGHEST_SCORE = 2**15 - 1  # of a GNU Backgammon ID; a session may come above it


@dataclass(frozen=True, slots=True)
class Identifiers:
    """`gnubg` is Position ID:Match ID; None where it would mean something else."""

    position: str
    gnubg: str | None
    xgid: str


def identifiers_of(match: MatchState) -> Identifiers:
    """Of the position as it stands. Before the first roll of a game A is taken to be on roll."""
    game = match.game or GameState(Board.start())
    match_id = _match_id(match, game)
    rules = match.rules
    power = rules.highest_cube.bit_length() - 1 if rules.highest_cube < HIGHEST_CUBE else MAX_CUBE
    beavers = rules.max_beavers != 0
    xgid = Xgid.from_gnubg(game.board, match_id, beavers=beavers, max_cube=power)
    if game.beaver_level:
        xgid = replace(xgid, dice="B" if game.beaver_level % 2 else "R")
    xgid = replace(xgid, score_bottom=match.score[0], score_top=match.score[1])
    position = _position_id(game.board)
    is_exact = not game.beaver_level and max(match.score) <= HIGHEST_SCORE
    gnubg = f"{position}:{match_id.encode()}" if is_exact else None
    return Identifiers(position, gnubg, str(xgid))


def _match_id(match: MatchState, game: GameState) -> MatchId:
    on_roll = _number(game.turn or "A")
    return MatchId(
        length=match.rules.length or 0,
        score=(min(match.score[1], HIGHEST_SCORE), min(match.score[0], HIGHEST_SCORE)),
        cube=game.cube,
        cube_owner=None if game.owner is None else _number(game.owner),
        on_roll=on_roll,
        to_decide=on_roll if game.to_act is None else _number(game.to_act),
        crawford=game.crawford,
        stage=_stage(match, game),
        doubled=game.offered is not None,
        resigned=game.resign_offer,
        dice=game.dice,
        jacoby=match.rules.length is None and match.rules.jacoby,
    )


def _stage(match: MatchState, game: GameState) -> GamePhase:
    if not game.over:
        return GamePhase.PLAYING
    kind = match.results[-1].kind if match.results else ""
    return {"drop": GamePhase.DROPPED, "resignation": GamePhase.RESIGNED}.get(kind, GamePhase.OVER)


def _number(seat: Seat) -> PlayerNo:
    return 1 if seat == "A" else 0
