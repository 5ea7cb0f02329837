"""Judging a single position for somebody who asks: who may, how often, and what the engine answers."""

import hashlib
import json
from datetime import datetime
from functools import lru_cache
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import gettext as _

from accounts.models import User
from analysis.bot_positions import numbers
from analysis.engine import is_available, networks_version
from analysis.engine.bot_process import BotProcess, EngineBusy
from analysis.position_reading import GamePosition, read_position
from analysis.position_verdict import CANDIDATES
from analysis.selectors import match_in_play
from analysis.texts import POSITION_REFUSALS, REASONS
from games.engine.errors import RulesError
from games.engine.legal import legal_plays
from web.errors import DomainError
from web.rate_limit import is_within

PLIES = {"very_quick": 1}
"""By the preset of the site; every other one searches two."""
USUAL_PLIES = 2
ANSWER_S = 10.0
"""The first answer includes loading the networks."""
WAIT_S = 2.0
MOST_WAITING = 3
"""So many requests of one process of the site may wait for the engine at once; more are refused at once."""
MOST_A_MINUTE = 20
MOST_AN_HOUR = 200
KEPT_S = 24 * 3600

_waiting = BoundedSemaphore(MOST_WAITING)


def position_of(text: str) -> GamePosition:
    """The position of an ID. Raises DomainError (422) with the code of the refusal."""
    try:
        return read_position(text)
    except RulesError as error:
        code = error.code if error.code in POSITION_REFUSALS else "bad_position"
        raise DomainError(code, POSITION_REFUSALS[code], 422) from error


def judge(position: GamePosition, user: User, now: datetime) -> dict[str, Any]:
    """The engine's rows of a roll ({"rows"}) or its figures of the cube, as in engine/bot_worker.py, with `plies`.

    Raises DomainError: match_in_play (409), too_many_positions (429), cannot_analyse_no_engine or engine_busy (503).
    """
    require_no_match_in_play(user)
    if not is_available():
        raise DomainError("cannot_analyse_no_engine", REASONS["no_engine"], 503)
    question = _question(position)
    key = "position:" + _digest(question)
    answer: dict[str, Any] | None = caches["pages"].get(key)
    if answer is None:
        if not _is_asked_seldom(user, now):
            raise too_many_positions()
        answer = _ask(question)
        caches["pages"].set(key, answer, KEPT_S)
    return answer | {"plies": question["plies"]}


def require_no_match_in_play(user: User) -> None:
    """The engine helps nobody during a match. Raises DomainError match_in_play (409)."""
    if match_in_play(user) is not None:
        raise DomainError("match_in_play", in_play_sentence(), 409)


def in_play_sentence() -> str:
    return str(
        _("You have a match in progress. Position analysis opens again when the match is over.")
    )


@lru_cache(maxsize=1)
def process() -> BotProcess:
    """One for each process of the site, beside that of its bots, so that no bot waits for a reader."""
    return BotProcess()


def _question(position: GamePosition) -> dict[str, Any]:
    question = position.question() | {"plies": PLIES.get(settings.ANALYSIS_PRESET, USUAL_PLIES)}
    if position.dice is None:
        return question | {"ask": "cube"}
    boards = [numbers(play.board) for play in legal_plays(position.board, position.dice)]
    return question | {"ask": "rank", "most": CANDIDATES, "candidates": boards}


def _digest(question: dict[str, Any]) -> str:
    text = json.dumps([networks_version(), question], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _is_asked_seldom(user: User, now: datetime) -> bool:
    return is_within(f"position-minute:{user.pk}", MOST_A_MINUTE, 60, now) and is_within(
        f"position-hour:{user.pk}", MOST_AN_HOUR, 3600, now
    )


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    if not _waiting.acquire(blocking=False):
        raise engine_busy()
    try:
        answer = process().ask(question, ANSWER_S, WAIT_S)
    except EngineBusy:
        answer = None
    finally:
        _waiting.release()
    if answer is None:
        raise engine_busy()
    return answer


def engine_busy() -> DomainError:
    return DomainError("engine_busy", _("The engine is busy. Try again in a moment."), 503)


def too_many_positions() -> DomainError:
    text = _("You have asked for too many positions. Try again in a few minutes.")
    return DomainError("too_many_positions", text, 429)
