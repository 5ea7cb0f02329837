"""Writes clock_logs.json: logs of table clocks with the match that they add up to, for the tests of the scripts.

`python -m tests.js.clock_logs` writes it again; tests/test_scripts.py holds it equal to tableclock/matchlog.
"""

import json
import random
from pathlib import Path
from typing import Any

from games.engine.clock import ClockSettings
from tableclock.matchlog.events import ClockTap
from tableclock.matchlog.fold import folded
from tableclock.matchlog.terms import MatchFormat

FILE = Path(__file__).parent / "clock_logs.json"
EPOCH = 1_800_000_000_000
SEATS = ("A", "B")
KINDS = ("pass",) * 12 + ("double", "double", "take", "take", "drop", "game", "game", "game", "undo", "undo",
         "pause", "resume", "resume", "time", "time", "confirm", "object")  # fmt: skip
FORMATS = {
    "simple to 5": MatchFormat(5, False, True, True, 64, ClockSettings("simple", 120_000, 12_000)),
    "bronstein with overtime": MatchFormat(
        3, False, True, True, 64, ClockSettings("bronstein", 40_000, 10_000, 0, 60_000)
    ),
    "fischer to 3": MatchFormat(
        3, False, True, True, 4, ClockSettings("fischer", 60_000, 5_000, 0, 0)
    ),
    "no clock": MatchFormat(7, False, True, True, 64, None),
    "session": MatchFormat(3, True, False, True, 64, ClockSettings("simple", 60_000, 8_000)),
    "one point": MatchFormat(1, False, False, False, 64, ClockSettings("simple", 9_000, 3_000)),
}


def text() -> str:
    logs = [_log(name, format, seed) for name, format in FORMATS.items() for seed in range(4)]
    return "[\n" + ",\n".join(json.dumps(log, separators=(",", ":")) for log in logs) + "\n]\n"


def _log(name: str, format: MatchFormat, seed: int) -> dict[str, Any]:
    """Two phones tap at random, likely things more often than others; the log is given in the order of arrival."""
    chance = random.Random(f"{name} {seed}")
    at, taps = EPOCH, []
    counts = {"aaa": 0, "bbb": 0}
    for _ in range(70):
        at += chance.choice([0, 400, 3_000, 15_000, 20_000])
        device = chance.choice(list(counts))
        counts[device] += 1
        kind = chance.choice(KINDS)
        taps.append(ClockTap(device, counts[device], kind, at, _data(kind, taps, chance)))
    sheet = [["B", 1, 1, False, False]]
    if seed == 3:
        taps.append(ClockTap("", 1, "sheet", EPOCH + 200_000, {"games": sheet}))
    chance.shuffle(taps)
    return {
        "name": f"{name} {seed}",
        "format": format.to_json(),
        "taps": [
            {
                "device": tap.device,
                "n": tap.number,
                "kind": tap.kind,
                "at": tap.at,
                "data": tap.data,
            }
            for tap in taps
        ],
        "match": folded(format, taps).to_json(),
    }


def _data(kind: str, taps: list[ClockTap], chance: random.Random) -> dict[str, Any]:
    if kind in ("pause", "resume"):
        return {}
    if kind == "undo":
        return {"id": chance.choice(taps[-6:]).id if taps else "aaa:1"}
    if kind == "game":
        number = sum(tap.kind in ("game", "drop") for tap in taps) // 2
        return {
            "number": max(1, number + chance.choice([-1, 0, 1, 1])),
            "winner": chance.choice(SEATS),
            "worth": chance.choice([1, 1, 1, 2, 3]),
            "cube": chance.choice([1, 1, 1, 2, 2, 4]),
            "resigned": chance.random() < 0.2,
        }
    return {"seat": chance.choice(SEATS)}


if __name__ == "__main__":
    FILE.write_text(text())
