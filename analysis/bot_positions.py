"""What is asked of the engine for a bot, and what follows from its answers. Pure: no process, no database.

Boards are lists of 26 numbers as in games/engine/board.py, but the checkers on the opponent's bar count above zero.
Equities are normalized to the cube: +1 is a game won at it, without a gammon.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.board import Board
from games.engine.game import GameState
from games.engine.seats import Seat
from games.engine.state import MatchState

HOPELESS = 0.0005
"""A chance to win below this is none."""
SURE = 0.999
ENOUGH = 0.02
"""A resignation is accepted where playing on is worth at most this much more."""
OFF_BEFORE_RESIGNING = 6


@dataclass(frozen=True, slots=True)
class Strength:
    """`plies` that are searched; `noise` is the deviation, in equity, of what the bot sees of each choice."""

    plies: int
    noise: float = 0.0


STRENGTHS: Mapping[str, Strength] = {
    "club": Strength(1, 0.06),
    "expert": Strength(1),
    "world_class": Strength(2),
}
"""By the kind of bot (accounts.models.BotKind)."""


def position(match: MatchState, game: GameState, side: Seat) -> dict[str, Any]:
    """The position as the engine takes it (engine/bot_worker.py); `side` is the player on roll."""
    away = match.away or (0, 0)
    return {
        "board": numbers(game.board),
        "cube": game.cube,
        "owner": "centered" if game.owner is None else "player" if game.owner == side else "opponent",
        "away": list(away if side == "A" else reversed(away)),
        "crawford": game.crawford,
        "jacoby": match.rules.jacoby and match.rules.length is None,
        "beaver": match.rules.max_beavers != 0 and match.rules.length is None,
    }  # fmt: skip


def numbers(board: Board) -> list[int]:
    """A board as the engine takes it."""
    points = list(board.points)
    points[0] = abs(points[0])
    return points


def chosen(equities: Sequence[float], strength: Strength, rng: Random) -> int:
    """The index of the play that the bot makes."""
    seen = [_seen(equity, strength, rng) for equity in equities]
    return max(range(len(seen)), key=seen.__getitem__)


def doubles(figures: Mapping[str, float], strength: Strength, rng: Random) -> bool:
    """Does the bot on roll double?"""
    doubled = min(figures["double_take"], figures["double_drop"])
    return _seen(doubled, strength, rng) > figures["no_double"]


def answer_to_double(
    figures: Mapping[str, float], strength: Strength, rng: Random, *, may_beaver: bool
) -> str:
    """`take`, `drop` or `beaver`; the figures are of the side that doubled."""
    taken = _seen(figures["double_take"], strength, rng)
    if may_beaver and taken < 0:
        return "beaver"
    return "take" if taken <= figures["double_drop"] else "drop"


def answer_to_resignation(figures: Mapping[str, float], offered: int, *, ends_match: bool) -> str:
    """`accept_resign` or `decline_resign`; the figures are of the side that offers the loss of so many cubes."""
    playing_on = -max(figures["no_double"], min(figures["double_take"], figures["double_drop"]))
    enough = ends_match or offered >= playing_on - ENOUGH
    return "accept_resign" if enough else "decline_resign"


def level_to_resign(figures: Mapping[str, float]) -> str | None:
    """What a bot without a chance offers: `single`, `gammon` or `backgammon`; None while it is not sure of it."""
    if figures["win"] > HOPELESS:
        return None
    gammon, backgammon = figures["gammon_loss"], figures["backgammon_loss"]
    if gammon < 1 - SURE:
        return "single"
    if gammon > SURE and backgammon < 1 - SURE:
        return "gammon"
    return "backgammon" if backgammon > SURE else None


def may_be_hopeless(game: GameState, seat: Seat) -> bool:
    """Is the opponent so far ahead that it is worth asking?"""
    mine, theirs = game.seen_by(seat).off
    return theirs - mine >= OFF_BEFORE_RESIGNING


def ends_match(match: MatchState, game: GameState, offered: int, winner: Seat) -> bool:
    """Would the winner have all the points they need?"""
    return match.away is not None and offered * game.cube >= match.away["AB".index(winner)]


def doubler(game: GameState) -> Seat | None:
    """Who has just doubled, and waits for an answer; None for a beaver's answer."""
    return game.turn if game.beaver_level % 2 == 0 else None


def _seen(equity: float, strength: Strength, rng: Random) -> float:
    return equity + rng.gauss(0, strength.noise) if strength.noise else equity
