"""Players' actions that carry nothing but whose they are: answers to a double, and the ways to end a game or a session."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.lag import Timed
from games.engine.seats import Seat
from games.engine.server_actions import Payload


@dataclass(frozen=True, slots=True)
class OfSeat(Timed):
    """An action that says nothing but whose it is."""

    seat: Seat

    def to_json(self) -> Payload:
        return self.with_lag_ms({})


@dataclass(frozen=True, slots=True)
class Double(OfSeat):
    kind: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class Take(OfSeat):
    kind: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Drop(OfSeat):
    kind: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Beaver(OfSeat):
    kind: ClassVar[str] = "beaver"


@dataclass(frozen=True, slots=True)
class Raccoon(OfSeat):
    kind: ClassVar[str] = "raccoon"


@dataclass(frozen=True, slots=True)
class AcceptResign(OfSeat):
    kind: ClassVar[str] = "accept_resign"


@dataclass(frozen=True, slots=True)
class DeclineResign(OfSeat):
    kind: ClassVar[str] = "decline_resign"


@dataclass(frozen=True, slots=True)
class Concede(OfSeat):
    """The seat gives up the whole match (R10.20)."""

    kind: ClassVar[str] = "concede"


@dataclass(frozen=True, slots=True)
class LastGame(OfSeat):
    """The seat ends an open-ended session after the game being played (R9.6)."""

    kind: ClassVar[str] = "last_game"


@dataclass(frozen=True, slots=True)
class EndSession(OfSeat):
    """The seat ends an open-ended session: between games at once, in a game only if both ask for it (R9.6)."""

    kind: ClassVar[str] = "end_session"
