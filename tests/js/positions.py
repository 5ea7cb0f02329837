"""Writes positions.json: rolls with the steps that the server sends for them, for the tests of the scripts.

`python -m tests.js.positions` writes it again; tests/test_scripts.py holds it equal to the engine.
"""

import json
from pathlib import Path
from typing import Any

from games.engine import steps
from tests.games.engine.playing import board

FILE = Path(__file__).parent / "positions.json"
START = "X: 24×2 13×5 8×3 6×5; O: 19×5 17×3 12×5 1×2"

ROLLS = {
    "start 31": (START, (3, 1)),
    "start 66": (START, (6, 6)),
    "higher die only": ("X: 24×1 2×14; O: 13×2 9×2", (6, 5)),
    "lower die only": ("X: 24×1 2×14; O: 18×2 13×2", (6, 5)),
    "only one order": ("X: 24×1 1×14; O: 18×2", (6, 1)),
    "only one order, bearing off": ("X: 6×1 2×1; O: 1×2", (5, 4)),
    "bar first": ("X: bar×1 24×1 13×5 8×3 6×5; O: 19×5 17×3 12×5 1×2", (4, 3)),
    "two on the bar": ("X: bar×2 6×13; O: 19×2 12×5", (3, 1)),
    "bar, one entry only": ("X: bar×1 13×7 6×7; O: 20×2 12×5", (5, 2)),
    "closed out": ("X: bar×1 6×14; O: 19×2 20×2 21×2 22×2 23×2 24×2", (5, 3)),
    "enter with a hit": ("X: bar×1 6×14; O: 19×2 21×1", (6, 4)),
    "a combined move": ("X: 13×1 1×14; O: 8×2", (5, 3)),
    "hit on the way": ("X: 13×1 6×14; O: 8×1", (5, 3)),
    "bear off 65": ("X: 6×3 5×3 4×3 3×2 2×2 1×2; O: 24×5", (6, 5)),
    "bear off from a lower point": ("X: 4×2 3×2 1×2; O: 24×5", (6, 5)),
    "bear off, a gap to fill": ("X: 6×2 4×2; O: 24×5", (5, 1)),
    "bear off, one outside": ("X: 8×1 5×2 3×2; O: 24×5", (6, 2)),
    "last checker": ("X: 2×1; O: 24×5", (6, 5)),
    "last checker, double": ("X: 6×1 1×1; O: 24×5", (5, 5)),
    "two off with a double": ("X: 3×4 2×1; O: 24×5", (3, 3)),
    "bear off in contact": ("X: 6×2 2×2; O: 1×1 24×5", (6, 5)),
    "double, two of four": ("X: 24×1 2×14; O: 4×2 9×2", (5, 5)),
}


def text() -> str:
    return (
        "{\n" + ",\n".join(f'  "{name}": {_line(*roll)}' for name, roll in ROLLS.items()) + "\n}\n"
    )


def _line(position: str, dice: tuple[int, int]) -> str:
    here = board(position)
    mine, theirs = here.off
    roll: dict[str, Any] = {
        "dice": dice,
        "board": here.points,
        "off": {"A": mine, "B": theirs},
        "steps": steps(here, dice),
    }
    return json.dumps(roll, separators=(",", ":"))


if __name__ == "__main__":
    FILE.write_text(text())
