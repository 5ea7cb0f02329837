"""The answer about a position as the API gives it and the page shows it: one shape for both."""

from datetime import datetime
from typing import Any

from accounts.models import User
from analysis.engine import networks_version
from analysis.position_reading import GamePosition
from analysis.position_verdict import (
    candidates_of,
    chances_of,
    cube_of,
    cube_verdict,
    play_verdict,
)
from analysis.services.positions import judge
from games.engine.legal import legal_plays
from games.engine.seats import Seat

SIDES: dict[Seat, str] = {"A": "bottom", "B": "top"}


def answer_of(position: GamePosition, user: User, now: datetime) -> dict[str, Any]:
    """What PositionOut of position_api.py describes. Raises DomainError as `judge` does."""
    figures = judge(position, user, now)
    answer: dict[str, Any] = {
        **facts_of(position),
        "candidates": [],
        "cube": [],
        "equity": None,
        "chances": None,
        "engine": networks_version(),
        "plies": figures["plies"],
    }
    if position.dice is not None:
        plays = legal_plays(position.board, position.dice)
        answer["candidates"] = candidates_of(plays, figures["rows"])
        answer["equity"] = answer["candidates"][0]["equity"]
        return answer | {"verdict": [play_verdict(answer["candidates"])]}
    has_cube_decision = position.is_doubled or position.may_double
    answer["cube"] = cube_of(figures, is_doubled=position.is_doubled) if has_cube_decision else []
    answer["equity"] = round(figures["no_double"], 4)
    answer["chances"] = chances_of(figures)
    return answer | {"verdict": cube_verdict(position, figures)}


def facts_of(position: GamePosition) -> dict[str, Any]:
    """What the ID says, without the engine."""
    return {
        "xgid": str(position.xgid),
        "gnubg": position.gnubg,
        "decision": "play" if position.dice else "answer" if position.is_doubled else "double",
        "side": SIDES[position.decides],
        "on_roll": SIDES[position.on_roll],
        "dice": list(position.dice or ()),
        "pips": dict(zip(("bottom", "top"), position.pips, strict=True)),
    }
