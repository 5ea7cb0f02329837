"""The events of a table clock: what somebody tapped, on which device, and when."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SEATS = ("A", "B")
OF_A_SEAT = ("pass", "double", "take", "drop", "time", "confirm", "object")
PLAIN = ("pause", "resume")
GAME, UNDO, SHEET = "game", "undo", "sheet"
SENT = (*OF_A_SEAT, *PLAIN, GAME, UNDO)
"""The kinds that devices send. A `sheet` is written by the server."""
WORTHS = (1, 2, 3)
HIGHEST = 2**30
MOST_GAMES = 500
EVENT_ID = re.compile(r"[0-9A-Za-z]{0,16}:[0-9]{1,10}")


class BadEventError(ValueError):
    """An event that no device of this site sends."""


@dataclass(frozen=True, slots=True)
class ClockTap:
    """An event. `at` is in milliseconds since 1970 by the server's clock; `number` counts the events of its device."""

    device: str
    number: int
    kind: str
    at: int
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.device}:{self.number}"

    @property
    def order(self) -> tuple[int, str, int]:
        """The order of the log: by time, and where two devices have the same time, by their names."""
        return self.at, self.device, self.number


def checked(kind: object, data: object) -> dict[str, Any]:
    """What an event of this kind contains, without anything else. Raises BadEventError."""
    if kind not in SENT or not isinstance(data, Mapping):
        raise BadEventError("kind")
    if kind in OF_A_SEAT:
        return {"seat": _seat(data.get("seat"))}
    if kind == UNDO:
        target = data.get("id")
        if not isinstance(target, str) or not EVENT_ID.fullmatch(target):
            raise BadEventError("id")
        return {"id": target}
    return _game(data) if kind == GAME else {}


def _game(data: Mapping[str, Any]) -> dict[str, Any]:
    number, worth, cube = (data.get(name) for name in ("number", "worth", "cube"))
    if type(number) is not int or not 1 <= number <= MOST_GAMES or worth not in WORTHS:
        raise BadEventError("game")
    if type(cube) is not int or not 1 <= cube <= HIGHEST or cube & (cube - 1):
        raise BadEventError("cube")
    return {
        "number": number,
        "winner": _seat(data.get("winner")),
        "worth": int(worth),
        "cube": cube,
        "resigned": bool(data.get("resigned")),
    }


def _seat(value: object) -> str:
    if value not in SEATS:
        raise BadEventError("seat")
    return str(value)
