"""What can happen in a match, as frozen values: the rows of the action log.

`from_json` reads a row or a request and refuses every wrong shape with `bad_action`; whether the action is
allowed now is match.py's question. Chance is an action: dice arrive here, nothing is rolled.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from games.engine import json_values
from games.engine.errors import RulesError
from games.engine.lag import Timed, lag_of, with_lag
from games.engine.rulings import DirectorRuling
from games.engine.seat_actions import (
    AcceptResign,
    Beaver,
    Concede,
    DeclineResign,
    Double,
    Drop,
    EndSession,
    LastGame,
    Raccoon,
    Take,
)
from games.engine.seats import Seat
from games.engine.server_actions import (
    BreakOver,
    Dice,
    Epoch,
    Flag,
    Forfeit,
    Imported,
    NoncesClosed,
    OpeningRoll,
    Payload,
)

__all__ = [
    "LEVELS",
    "PLAYER_KINDS",
    "SERVER_KINDS",
    "AcceptResign",
    "Action",
    "Beaver",
    "BreakOver",
    "Concede",
    "DeclineResign",
    "Dice",
    "DirectorRuling",
    "Double",
    "Drop",
    "EndSession",
    "Epoch",
    "Flag",
    "Forfeit",
    "Imported",
    "LastGame",
    "Level",
    "MakePlay",
    "Moves",
    "Nonce",
    "NoncesClosed",
    "OfferResign",
    "OpeningRoll",
    "Payload",
    "PlayerAction",
    "Raccoon",
    "Ready",
    "Roll",
    "RollAsked",
    "ServerAction",
    "Take",
    "from_client",
    "from_json",
]  # fmt: skip

Level = Literal["single", "gammon", "backgammon"]
LEVELS: Mapping[str, int] = {"single": 1, "gammon": 2, "backgammon": 3}
Moves: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat is ready; before the first game it also seals its nonce, if it has one."""

    kind: ClassVar[str] = "ready"
    seat: Seat
    nonce_hash: str | None = None

    def to_json(self) -> Payload:
        return {"nonce_hash": self.nonce_hash}


@dataclass(frozen=True, slots=True)
class Nonce:
    kind: ClassVar[str] = "nonce"
    seat: Seat
    nonce: str

    def to_json(self) -> Payload:
        return {"nonce": self.nonce}


@dataclass(frozen=True, slots=True)
class Roll(Timed):
    """A player rolls. The request carries no dice (None); the server puts them in."""

    kind: ClassVar[str] = "roll"
    seat: Seat
    dice: Dice | None = None

    def to_json(self) -> Payload:
        return self.with_lag_ms({} if self.dice is None else {"dice": list(self.dice)})


@dataclass(frozen=True, slots=True)
class RollAsked(Timed):
    """A player rolls dice that are shared: the roll follows when every board that could need it is there (ADR 25)."""

    kind: ClassVar[str] = "roll_asked"
    seat: Seat

    def to_json(self) -> Payload:
        return self.with_lag_ms({})


@dataclass(frozen=True, slots=True)
class MakePlay(Timed):
    """A whole play: single moves in the order played, mover's numbers; a dance has none.

    A request may bring `text` ("24/18 13/11") instead; `match.resolve` turns it into moves.
    """

    kind: ClassVar[str] = "play"
    seat: Seat
    moves: Moves = ()
    text: str | None = None

    def to_json(self) -> Payload:
        if self.text is not None:
            return {"text": self.text}
        return self.with_lag_ms({"moves": [list(move) for move in self.moves]})


@dataclass(frozen=True, slots=True)
class OfferResign(Timed):
    kind: ClassVar[str] = "offer_resign"
    seat: Seat
    level: Level

    def to_json(self) -> Payload:
        return self.with_lag_ms({"level": self.level})


CubeAction: TypeAlias = Double | Take | Drop | Beaver | Raccoon
EndAction: TypeAlias = OfferResign | AcceptResign | DeclineResign | Concede | LastGame | EndSession
PlayerAction: TypeAlias = Ready | Nonce | Roll | RollAsked | MakePlay | CubeAction | EndAction
ServerAction: TypeAlias = (
    Epoch | NoncesClosed | BreakOver | OpeningRoll | Flag | Forfeit | Imported | DirectorRuling
)
Action: TypeAlias = PlayerAction | ServerAction


def _bare(make: Callable[[Seat], PlayerAction]) -> Callable[[Seat, Payload], PlayerAction]:
    def read(seat: Seat, payload: Payload) -> PlayerAction:
        json_values.require_keys(payload)
        return make(seat)

    return read


def _ready(seat: Seat, payload: Payload) -> Ready:
    json_values.require_keys(payload, "nonce_hash")
    digest = payload.get("nonce_hash")
    return Ready(seat, None if digest is None else json_values.digest(digest))


def _nonce(seat: Seat, payload: Payload) -> Nonce:
    json_values.require_keys(payload, "nonce")
    return Nonce(seat, json_values.nonce(payload.get("nonce")))


def _roll(seat: Seat, payload: Payload) -> Roll:
    json_values.require_keys(payload, "dice")
    return Roll(seat, json_values.dice(payload["dice"]) if "dice" in payload else None)


def _play(seat: Seat, payload: Payload) -> MakePlay:
    json_values.require_keys(payload, "moves", "text")
    if len(payload) != 1:
        raise json_values.bad("A play is either its moves or its text.")
    if "text" in payload:
        return MakePlay(seat, text=json_values.text(payload["text"], 120))
    return MakePlay(seat, json_values.moves(payload["moves"]))


def _offer_resign(seat: Seat, payload: Payload) -> OfferResign:
    json_values.require_keys(payload, "level")
    return OfferResign(seat, json_values.one_of(payload.get("level"), LEVELS))  # type: ignore[arg-type]


def _epoch(payload: Payload) -> Epoch:
    json_values.require_keys(payload, "epoch", "commitment", "shared")
    number = json_values.number(payload.get("epoch"), 1, 10**6)
    shared = json_values.text(payload.get("shared", ""), 36)
    return Epoch(number, json_values.digest(payload.get("commitment")), shared)


def _break_over(payload: Payload) -> BreakOver:
    json_values.require_keys(payload)
    return BreakOver()


def _nonces_closed(payload: Payload) -> NoncesClosed:
    json_values.require_keys(payload)
    return NoncesClosed()


def _opening_roll(payload: Payload) -> OpeningRoll:
    json_values.require_keys(payload, "dice")
    return OpeningRoll(json_values.dice(payload.get("dice")))


def _flag(payload: Payload) -> Flag:
    json_values.require_keys(payload, "at", "seat", "by_board")
    at, seat = json_values.text(payload.get("at"), 40), json_values.seat_if_any(payload)
    return Flag(at, seat, json_values.is_set(payload, "by_board"))


def _forfeit(payload: Payload) -> Forfeit:
    json_values.require_keys(payload, "losers", "reason")
    losers = tuple(json_values.seat(seat) for seat in json_values.items(payload.get("losers"), 2))
    if losers not in (("A",), ("B",), ("A", "B")):
        raise json_values.bad("A forfeit names A, B, or A and B.")
    return Forfeit(losers, json_values.text(payload.get("reason", ""), 200))


def _imported(payload: Payload) -> Imported:
    """The fields of each `what`, and nothing else."""
    what: Any = json_values.one_of(payload.get("what"), _FILE_WORDS)
    json_values.require_keys(payload, "what", *_FILE_WORDS[what])
    match what:
        case "start":
            return Imported(what, source=json_values.one_of(payload.get("source"), SOURCES))
        case "doubled":
            return Imported(what, times=json_values.number(payload.get("times"), 1, 15))
        case "opened":
            return Imported(what, seat=json_values.seat(payload.get("seat")))
        case "resigned":
            seat = json_values.seat(payload.get("seat"))
            return Imported(what, seat=seat, level=json_values.one_of(payload.get("level"), LEVELS))
        case _:
            by_board = json_values.is_set(payload, "by_board")
            return Imported(what, seat=json_values.seat_if_any(payload), by_board=by_board)


SOURCES = ("mat", "sgf", "json", "xg", "bgf")
_FILE_WORDS: Mapping[str, tuple[str, ...]] = {
    "start": ("source",),
    "doubled": ("times",),
    "opened": ("seat",),
    "resigned": ("seat", "level"),
    "end": ("seat", "by_board"),
}
_PLAYER: Mapping[str, Callable[[Seat, Payload], PlayerAction]] = {
    "ready": _ready,
    "nonce": _nonce,
    "roll": _roll,
    "play": _play,
    "double": _bare(Double),
    "take": _bare(Take),
    "drop": _bare(Drop),
    "beaver": _bare(Beaver),
    "raccoon": _bare(Raccoon),
    "offer_resign": _offer_resign,
    "accept_resign": _bare(AcceptResign),
    "decline_resign": _bare(DeclineResign),
    "concede": _bare(Concede),
    "last_game": _bare(LastGame),
    "end_session": _bare(EndSession),
}
_SERVER: Mapping[str, Callable[[Payload], ServerAction]] = {
    "epoch": _epoch,
    "nonces_closed": _nonces_closed,
    "break_over": _break_over,
    "opening_roll": _opening_roll,
    "flag": _flag,
    "forfeit": _forfeit,
    "imported": _imported,
    "ruling": DirectorRuling.from_json,
}
_LOGGED: Mapping[str, Callable[[Seat, Payload], PlayerAction]] = {
    **_PLAYER,
    "roll_asked": _bare(RollAsked),
}
"""What the log has of players: also what the server makes of their requests."""
PLAYER_KINDS = tuple(_PLAYER)
SERVER_KINDS = tuple(_SERVER)


def from_json(kind: object, seat: object, payload: object) -> Action:
    """An action out of the log: `seat` is "A", "B", or "" for the server's own."""
    if not isinstance(payload, dict):
        raise json_values.bad("The payload of an action is an object.")
    if isinstance(kind, str) and kind in _LOGGED:
        rest, lag_ms = lag_of(payload)
        return with_lag(_LOGGED[kind](json_values.seat(seat), rest), lag_ms)
    if isinstance(kind, str) and kind in _SERVER:
        return _SERVER[kind](payload)
    raise json_values.bad(f"There is no action of the kind {str(kind)[:40]!r}.")


def from_client(kind: object, seat: object, payload: object) -> PlayerAction:
    """An action as a player may send it: never one of the server's, never with dice."""
    if not (isinstance(kind, str) and kind in _PLAYER):
        raise RulesError("bad_action", f"No player's action is called {str(kind)[:40]!r}.")
    if not isinstance(payload, dict) or (kind == "roll" and payload):
        raise json_values.bad("This is not what such an action carries.")
    return _PLAYER[kind](json_values.seat(seat), payload)
