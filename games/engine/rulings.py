"""A director's decision as an action of the log. What it does to the match is match.py's and table.py's.

Payloads (`reason` and `by` are optional texts everywhere):
  score   {"score": {"A": 4, "B": 2}} the corrected score (one seat or both), or
          {"points": {"A": 1}} points added, e.g. a penalty (R9.5)
  result  {"winner": "A"|"B"|null} decides the match (null: nobody wins), or
          {"scope": "game", "winner": "A", "points": 2} decides the game being played
  clock   {"reserve_ms": {"A": 60000}} or {"add_ms": {"A": 30000}}
  pause, resume, void   nothing more
  reopen  nothing more: an ending by flag, forfeit, concession or ruling is undone;
          {"replay_game": true} annuls the last game; {"score": …} corrects the score
  own_dice  nothing more: the match leaves the dice that it shares and goes on with its own (ADR 25)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, TypeAlias

from games.engine import json_values
from games.engine.seats import Seat

RulingKind = Literal["score", "result", "clock", "pause", "resume", "void", "reopen", "own_dice"]
PerSeat: TypeAlias = tuple[int | None, int | None]

MOST_POINTS = 9999
MOST_MS = 366 * 24 * 3600 * 1000
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "score": ("score", "points"),
    "result": ("winner", "scope", "points"),
    "clock": ("reserve_ms", "add_ms"),
    "pause": (),
    "resume": (),
    "void": (),
    "reopen": ("replay_game", "score"),
    "own_dice": (),
}


@dataclass(frozen=True, slots=True)
class DirectorRuling:
    """One ruling; only the fields that its kind (`what`) uses are set."""

    kind: ClassVar[str] = "ruling"
    what: RulingKind
    reason: str = ""
    by: str = ""
    score: PerSeat | None = None
    points: PerSeat | None = None
    winner: Seat | None = None
    game_points: int | None = None  # a result for the game instead of the match
    reserve_ms: PerSeat | None = None
    add_ms: PerSeat | None = None
    replay_game: bool = False

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {"kind": self.what}
        for name in ("score", "points", "reserve_ms", "add_ms"):
            if (both := getattr(self, name)) is not None:
                out[name] = {s: n for s, n in zip("AB", both, strict=True) if n is not None}
        if self.what == "result":
            out["winner"] = self.winner
        if self.game_points is not None:
            out |= {"scope": "game", "points": self.game_points}
        if self.replay_game:
            out["replay_game"] = True
        return out | {name: v for name in ("reason", "by") if (v := getattr(self, name))}

    @classmethod
    def from_json(cls, payload: dict[str, Any]) -> Self:
        what: Any = json_values.one_of(payload.get("kind"), _FIELDS)
        json_values.require_keys(payload, "kind", "reason", "by", *_FIELDS[what])
        reason = json_values.text(payload.get("reason", ""), 500)
        by = json_values.text(payload.get("by", ""), 150)
        return cls(what, reason, by, **_details(what, payload))


def _details(what: RulingKind, payload: dict[str, Any]) -> dict[str, Any]:
    if what == "score":
        return _either(payload, score=(0, MOST_POINTS), points=(0, MOST_POINTS))
    if what == "clock":
        return _either(payload, reserve_ms=(0, MOST_MS), add_ms=(-MOST_MS, MOST_MS))
    if what == "result":
        return _result(payload)
    if what == "reopen":
        score = payload.get("score")
        return {
            "replay_game": json_values.switch(payload.get("replay_game", False)),
            "score": None if score is None else json_values.per_seat(score, 0, MOST_POINTS),
        }
    return {}


def _either(payload: dict[str, Any], **ranges: tuple[int, int]) -> dict[str, Any]:
    given = [name for name in ranges if name in payload]
    if len(given) != 1:
        raise json_values.bad(f"Exactly one of {' and '.join(ranges)} was expected.")
    return {given[0]: json_values.per_seat(payload[given[0]], *ranges[given[0]])}


def _result(payload: dict[str, Any]) -> dict[str, Any]:
    winner = None if payload.get("winner") is None else json_values.seat(payload["winner"])
    if json_values.one_of(payload.get("scope", "match"), ("match", "game")) == "match":
        json_values.require_keys(payload, "kind", "reason", "by", "winner", "scope")
        return {"winner": winner}
    if winner is None:
        raise json_values.bad("A game has a winner.")
    return {
        "winner": winner,
        "game_points": json_values.number(payload.get("points"), 0, MOST_POINTS),
    }
