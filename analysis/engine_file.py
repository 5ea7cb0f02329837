"""PURE. A match as the engine's library reads it: .mat text in which the library cannot take one thing for another.

The library looks for the length of the match in the first 30 lines only, gives the colours by the alphabetical order of the
names, compares the names of the header with those of each game, and ends a cell of seat A at three blanks.
"""

from dataclasses import replace

from games.records.mat_writer import mat
from games.records.replay import MatchRecord

NAMES = ("A", "B")
HEADERS = ("; [Player ", "; [Crawford ")
COLUMN = 60
"""Wider than the longest play."""


def engine_file(record: MatchRecord) -> str:
    """Seat A is called A and is white, whatever the players are called; no other header than the engine needs."""
    text = mat(replace(record, names=NAMES, title="", subtitle=""), COLUMN)
    lines = (line for line in text.splitlines() if is_kept(line))
    return "\n".join(lines) + "\n"


def is_kept(line: str) -> bool:
    return not line.startswith(";") or line.startswith(HEADERS)
