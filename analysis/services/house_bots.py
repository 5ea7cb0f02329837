"""The bots that the engine plays: hooks of games/services/bots.py."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from analysis.bot_positions import (
    STRENGTHS,
    Strength,
    answer_to_double,
    answer_to_resignation,
    chosen,
    doubler,
    doubles,
    ends_match,
    level_to_resign,
    may_be_hopeless,
    numbers,
    position,
)
from analysis.engine import is_available
from analysis.engine.bot_process import BotProcess
from games.bots.policy import Decision
from games.engine.game import GameState
from games.engine.permissions import may
from games.engine.plays import legal_plays
from games.engine.seats import Seat, other
from games.engine.state import MatchState


def kinds() -> Collection[str]:
    """The kinds of bots that play here beside the built-in ones; none without the engine."""
    return STRENGTHS.keys() if is_available() else ()


def decide(kind: str, match: MatchState, seat: Seat, rng: Random) -> Decision | None:
    """What a bot of this kind does; None where the engine is not asked or does not answer, so that the built-in bot decides."""
    game, strength = match.game, STRENGTHS.get(kind)
    if game is None or strength is None or not is_available():
        return None
    if match.waiting_for == "play":
        return _play(match, game, seat, strength, rng)
    if match.waiting_for == "roll":
        return _before_roll(match, game, seat, strength, rng)
    if match.waiting_for == "answer_double" and doubler(game) is not None:
        return _answer(match, game, seat, strength, rng)
    if match.waiting_for == "answer_resign":
        return _answer_resignation(match, game, seat, strength)
    return None


@lru_cache(maxsize=1)
def process() -> BotProcess:
    """One for each process of the site."""
    return BotProcess()


def _play(
    match: MatchState, game: GameState, seat: Seat, strength: Strength, rng: Random
) -> Decision | None:
    plays = legal_plays(game.board, game.dice) if game.dice else ()
    if not plays:
        return None
    if len(plays) > 1:
        question = position(match, game, seat) | {
            "ask": "play",
            "plies": strength.plies,
            "candidates": [numbers(play.board) for play in plays],
        }
        answer = process().ask(question)
        if answer is None:
            return None
        plays = (plays[chosen(answer["equities"], strength, rng)],)
    return "play", {"moves": [[move.source, move.target] for move in plays[0].moves]}


def _before_roll(
    match: MatchState, game: GameState, seat: Seat, strength: Strength, rng: Random
) -> Decision | None:
    allowed = may(match, seat)
    may_double = allowed["double"] is None
    may_resign = (
        allowed["offer_resign"] is None and not game.declined_level and may_be_hopeless(game, seat)
    )
    if not (may_double or may_resign):
        return "roll", {}
    figures = _figures(match, game, seat, strength)
    if figures is None:
        return None
    if may_resign and (level := level_to_resign(figures)):
        return "offer_resign", {"level": level}
    return ("double" if may_double and doubles(figures, strength, rng) else "roll"), {}


def _answer(
    match: MatchState, game: GameState, seat: Seat, strength: Strength, rng: Random
) -> Decision | None:
    figures = _figures(match, game, other(seat), strength)
    if figures is None:
        return None
    may_beaver = may(match, seat)["beaver"] is None
    return answer_to_double(figures, strength, rng, may_beaver=may_beaver), {}


def _answer_resignation(
    match: MatchState, game: GameState, seat: Seat, strength: Strength
) -> Decision | None:
    figures = _figures(match, game, other(seat), strength)
    if figures is None:
        return None
    is_last = ends_match(match, game, game.resign_offer, seat)
    return answer_to_resignation(figures, game.resign_offer, ends_match=is_last), {}


def _figures(
    match: MatchState, game: GameState, side: Seat, strength: Strength
) -> Mapping[str, Any] | None:
    """The equities of the cube for `side`, whose roll it is."""
    question = {"ask": "cube", "plies": strength.plies} | position(match, game, side)
    return process().ask(question)
