"""Players' actions without a payload: answers to a double, and the ways to end a game or a session."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.lag import Timed
from games.engine.seats import Seat
from games.engine.server_actions import Payload


@dataclass(frozen=True, slots=True)
class SeatAction(Timed):
    """An action that carries nothing but its seat."""

    seat: Seat

    def to_json(self) -> Payload:
        return self.with_lag_ms({})


@dataclass(frozen=True, slots=True)
class Double(SeatAction):
    kind: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class Take(SeatAction):
    kind: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Drop(SeatAction):
    kind: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Beaver(SeatAction):
    kind: ClassVar[str] = "beaver"


@dataclass(frozen=True, slots=True)
class Raccoon(SeatAction):
    kind: ClassVar[str] = "raccoon"


@dataclass(frozen=True, slots=True)
class AcceptResign(SeatAction):
    kind: ClassVar[str] = "accept_resign"


@dataclass(frozen=True, slots=True)
class DeclineResign(SeatAction):
    kind: ClassVar[str] = "decline_resign"


@dataclass(frozen=True, slots=True)
class Concede(SeatAction):
    """The seat gives up the whole match (R10.20)."""

    kind: ClassVar[str] = "concede"


@dataclass(frozen=True, slots=True)
class LastGame(SeatAction):
    """The seat ends an open-ended session after the game being played (R9.6)."""

    kind: ClassVar[str] = "last_game"


@dataclass(frozen=True, slots=True)
class EndSession(SeatAction):
    """The seat ends an open-ended session: between games at once, in a game only if both ask for it (R9.6)."""

    kind: ClassVar[str] = "end_session"
