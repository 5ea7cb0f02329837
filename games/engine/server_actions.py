"""The actions that only the server takes: sealed seeds, opening rolls, flags, forfeits, actions of a file.

Rulings, which a director takes through the server, have rulings.py to themselves.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from games.engine.seats import Seat

FileWord = Literal["start", "doubled", "opened", "resigned", "end"]

Dice: TypeAlias = tuple[int, int]
Payload: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Epoch:
    """The server has sealed a seed: from here its commitment is public (ADR 0005).

    `shared` is the UUID of the dice that several matches roll from, "" for dice of this match alone (ADR 25).
    """

    kind: ClassVar[str] = "epoch"
    epoch: int
    commitment: str
    shared: str = ""

    def to_json(self) -> Payload:
        shared: Payload = {"shared": self.shared} if self.shared else {}
        return {"epoch": self.epoch, "commitment": self.commitment} | shared


@dataclass(frozen=True, slots=True)
class BreakOver:
    """The break before a game is over, and its opening roll waits for the other boards of shared dice (ADR 25)."""

    kind: ClassVar[str] = "break_over"

    def to_json(self) -> Payload:
        return {}


@dataclass(frozen=True, slots=True)
class NoncesClosed:
    """The wait for nonces is over; those that did not come count as empty."""

    kind: ClassVar[str] = "nonces_closed"

    def to_json(self) -> Payload:
        return {}


@dataclass(frozen=True, slots=True)
class OpeningRoll:
    """One opening roll, ties included; the first die is A's (R3)."""

    kind: ClassVar[str] = "opening_roll"
    dice: Dice

    def to_json(self) -> Payload:
        return {"dice": list(self.dice)}


@dataclass(frozen=True, slots=True)
class Flag:
    """A clock has run out (R13.1). Without a seat it is that of the player to act.

    `by_board`: of a session the game being played counts the level that is still possible on its board. Logs written
    before that was the rule do not have it, and their games count single.
    """

    kind: ClassVar[str] = "flag"
    at: str
    seat: Seat | None = None
    by_board: bool = False

    def to_json(self) -> Payload:
        seat: Payload = {} if self.seat is None else {"seat": self.seat}
        return {"at": self.at} | seat | ({"by_board": True} if self.by_board else {})


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The match is lost without being played out: by one seat, or by both."""

    kind: ClassVar[str] = "forfeit"
    losers: tuple[Seat, ...]
    reason: str

    def to_json(self) -> Payload:
        return {"losers": list(self.losers), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Imported:
    """An action that only the file of an imported match can have (ADR 0008); imported_game.py applies it.

    start    its dice come from a file of the format `source`: no seed, no commitment, nobody asked
    doubled  the cube starts the next game `times` automatic doubles up; the ties are not written
    opened   `seat` begins the next game and rolls both dice; what decided it is not written (R3.4)
    resigned `seat` gave the game up at `level`, whoever's turn it was, and it was accepted
    end      here the file ends, though the match is not decided; or, with `seat`, because its time ran out
             (`by_board` as in Flag)
    """

    kind: ClassVar[str] = "imported"
    what: FileWord
    source: str = ""
    times: int = 0
    seat: Seat | None = None
    level: str = ""
    by_board: bool = False

    def to_json(self) -> Payload:
        """Only the fields that are set."""
        named = (("source", self.source), ("times", self.times), ("seat", self.seat))
        fields = (*named, ("level", self.level), ("by_board", self.by_board))
        return {"what": self.what} | {name: value for name, value in fields if value}
