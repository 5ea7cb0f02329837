"""`python -m analysis.engine.file_worker`: an .xg or .bgf file on standard input, one JSON object on standard output.

{"match": {"kind", "names", "length", "crawford", "jacoby", "beavers", "cube_limit", "event", "site", "date", "games", "analysis"}}
or {"refused": code, "place": {"byte"} or {"game", "row"}, "params"}. A game is {"score", "crawford", "events"}; an event is
["roll", seat, dice, play, row], ["double" | "take" | "drop", seat, row] or ["won", seat, points, row]. A double that answers
another is a beaver, one that answers a beaver a raccoon. A play is null where the file has none. `analysis` is what the file says of its decisions: {"program", "level", "result"} (compact.py), or null.

The file comes from anybody, and the library that reads it checks little: the process limits its own memory and time first.
"""

import json
import resource
import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from analysis.engine.unpacking import XG_RECORD, Damaged, bgf_parts, kind_of, xg_parts

MOST_MEMORY = 512 * 1024 * 1024
MOST_CPU_S = 10
MOST_BYTES = 2 * 1024 * 1024
BAR = 25
DICE_ACTIONS = range(21)
DOUBLE, TAKE, DROP, RESTATED, BEAVER, RACCOON = 21, 22, 23, 31, 32, 33
WORDS = {DOUBLE: "double", TAKE: "take", DROP: "drop", BEAVER: "double", RACCOON: "double"}
ENDS = range(24, 30)
GAME_RECORD, CUBE_RECORD, MOVE_RECORD, GAME_END = 1, 2, 3, 4
DOUBLED, BEAVERED = 1, 2
CUBE_FIELDS = struct.Struct("<4i")
"""Of a cube record, from byte 16 on: was it a double, its answer, that to a beaver, and that to a raccoon."""
CUBE_AT = 16
ANSWERS = {0: "drop", 1: "take"}
Doubles = Iterator["XgDouble | None"]
OTHER = {"A": "B", "B": "A"}


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S + 1))
    output, sys.stdout = sys.stdout, sys.stderr
    output.write(answer_to(sys.stdin.buffer.read(MOST_BYTES + 1)))


def answer_to(data: bytes) -> str:
    """The answer as JSON that every database takes: no number in it is infinite or NaN."""
    try:
        return json.dumps({"match": read(data)}, allow_nan=False)
    except Damaged as damaged:
        answer: dict[str, Any] = {
            "refused": damaged.code,
            "place": damaged.place,
            "params": damaged.params,
        }
    except (MemoryError, RecursionError):
        answer = {"refused": "file_too_complex"}
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}")
        answer = {"refused": "file_damaged", "place": {"byte": 1}}
    return json.dumps(answer)


def read(data: bytes) -> dict[str, Any]:
    """The match in this file. Raises Damaged, and MemoryError where the limits end it."""
    kind = kind_of(data)
    doubles: list[XgDouble | None] = []
    if kind == "xg":
        document, first, doubles = _read_xg(data)
    else:
        document, first = _read_bgf(data)
    left = iter(doubles)
    white = "A" if document["player_white"] == first else "B"
    names = {white: document["player_white"], OTHER[white]: document["player_black"]}
    played_at = document.get("timestamp") or 0
    return {
        "kind": kind,
        "names": [names["A"], names["B"]],
        "length": document["match_length"] or None,
        **{name: document.get(name) for name in ("crawford", "jacoby", "cube_limit")},
        "beaver": bool(document.get("beaver")) or any(doubles),
        **{name: document.get(name) or "" for name in ("event", "site")},
        "date": f"{datetime.fromtimestamp(played_at, UTC):%Y-%m-%d}" if played_at > 0 else "",
        "games": [_game(game, white, left) for game in document["games"]],
        "analysis": _analysis(document, white),
    }


@dataclass(frozen=True, slots=True)
class XgDouble:
    """A double that was beavered: what was answered to the beaver and, where that was a raccoon, to the raccoon; -1 is unknown."""

    to_beaver: int
    to_raccoon: int

    def events(self, doubler: str, row: int) -> Iterator[list[Any]]:
        """What follows the double."""
        yield ["double", OTHER[doubler], row]
        if self.to_beaver == BEAVERED:
            yield ["double", doubler, row]
            if self.to_raccoon in ANSWERS:
                yield [ANSWERS[self.to_raccoon], OTHER[doubler], row]
        elif self.to_beaver in ANSWERS:
            yield [ANSWERS[self.to_beaver], doubler, row]


def _read_xg(data: bytes) -> tuple[dict[str, Any], str, list[XgDouble | None]]:
    """The document, the name of the first player, and for each double what the library does not read."""
    from gvformat.xg import convert_xg, read_xg

    head, packed = xg_parts(data)
    records = bytearray(packed)
    doubles = _doubles(records)
    try:
        header = read_xg(head + zlib.compress(records[:XG_RECORD], 0))
        return convert_xg(_whole(head, bytes(records))), header[0][1]["player1"], doubles
    except (MemoryError, RecursionError):
        raise
    except Exception:
        raise _place_in(head, bytes(records)) from None


def _doubles(records: bytearray) -> list[XgDouble | None]:
    """One for each double that was made, in order; None for those without a beaver. In `records` a beaver becomes a take."""
    doubles: list[XgDouble | None] = []
    pending = -1
    for start in range(0, len(records), XG_RECORD):
        kind = records[start + 8]
        if kind == CUBE_RECORD:
            pending = start + CUBE_AT
        elif kind in (MOVE_RECORD, GAME_END) and pending >= 0:
            doubled, answer, to_beaver, to_raccoon = CUBE_FIELDS.unpack_from(records, pending)
            if doubled == DOUBLED:
                is_beaver = answer == BEAVERED
                doubles.append(XgDouble(to_beaver, to_raccoon) if is_beaver else None)
                if is_beaver:
                    CUBE_FIELDS.pack_into(records, pending, doubled, 1, to_beaver, to_raccoon)
            pending = -1
        elif kind == GAME_RECORD:
            pending = -1
    return doubles


def _whole(head: bytes, records: bytes) -> bytes:
    """A file of these records. A game that was not finished gets an end without points, which the library cannot do without."""
    kinds = records[8::XG_RECORD]
    if kinds.rfind(GAME_END) < kinds.rfind(GAME_RECORD):
        records += bytes(8) + bytes([GAME_END]) + bytes(XG_RECORD - 9)
    return head + zlib.compress(records, 0)


def _place_in(head: bytes, records: bytes) -> Damaged:
    """The first record with which the library cannot read the file, by trying beginnings of it: its game and move."""
    from gvformat.xg import convert_xg

    good, bad = 1, len(records) // XG_RECORD
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            convert_xg(_whole(head, records[: middle * XG_RECORD]))
            good = middle
        except (MemoryError, RecursionError):
            raise
        except Exception:
            bad = middle
    kinds = records[8 : bad * XG_RECORD : XG_RECORD]
    games = kinds.count(GAME_RECORD)
    of_game = kinds[kinds.rfind(GAME_RECORD) + 1 :]
    row = (of_game.count(MOVE_RECORD) + 1) // 2
    return Damaged("move_damaged", game=games, row=row)


def _read_bgf(data: bytes) -> tuple[dict[str, Any], str]:
    from gvformat.bgf import convert_bgf, decode_smile

    head, rest = bgf_parts(data)
    try:
        content = decode_smile(rest)
        return convert_bgf(head + rest), str(content.get("nameGreen", ""))
    except (MemoryError, RecursionError):
        raise
    except Exception:
        raise Damaged("file_damaged", len(head) + 1) from None


def _game(game: dict[str, Any], white: str, doubles: Doubles) -> dict[str, Any]:
    from gvformat import parse_ogid

    plies = game["plies"]
    score = None
    if plies:
        start = parse_ogid(plies[0]["ogid_before"])
        by_colour = start.score_white, start.score_black
        score = list(by_colour if white == "A" else reversed(by_colour))
    return {
        "score": score,
        "crawford": bool(game["is_crawford"]),
        "events": list(_events(game, white, doubles)),
    }


def _events(game: dict[str, Any], white: str, doubles: Doubles) -> Iterator[list[Any]]:
    row, last = 0, "B"
    beavered: XgDouble | None = None
    for ply in game["plies"]:
        seat = white if ply["color"] else OTHER[white]
        if seat == "A" or last == "B":
            row += 1
        last = seat
        action = ply["action_id"]
        if action in DICE_ACTIONS or action == RESTATED:
            yield ["roll", seat, [ply.get("d1"), ply.get("d2")], _play(ply), row]
        elif beavered is not None and action == TAKE:  # what the library made of the beaver
            yield from beavered.events(OTHER[seat], row)
            beavered = None
        elif action in WORDS:
            yield [WORDS[action], seat, row]
            if action == DOUBLE:
                beavered = next(doubles, None)
        elif action in ENDS and game["points_won"]:
            winner = white if game["winner"] == 0 else OTHER[white]
            yield ["won", winner, game["points_won"], row]


def _play(ply: dict[str, Any]) -> str | None:
    """The play in the mover's numbers, step by step as the file has it; None where it has none."""
    if ply["action_id"] == RESTATED:  # no play by the dice: its text is all there is
        alternatives = (ply.get("analysis") or {}).get("alternatives") or []
        return next((row["notation"] for row in alternatives if row["is_played"]), "")
    steps = []
    for step in ply["moves"]:
        source = BAR - step["from"] if ply["color"] else step["from"]
        target = max(0, source - step["pips"])
        steps.append(f"{'bar' if source == BAR else source}/{target or 'off'}")
    return " ".join(steps) or None


def _analysis(document: dict[str, Any], white: str) -> dict[str, Any] | None:
    from analysis.engine.compact import compact

    about = document.get("analysis_info") or {}
    result = compact(document, white)
    if not any(side["decisions"] for side in result["totals"].values()):
        return None
    return {
        "program": about.get("model_id", ""),
        "level": about.get("eval_level", ""),
        "result": result,
    }


if __name__ == "__main__":
    main()
