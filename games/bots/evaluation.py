"""How good a position is for the side that has just played: race, points, primes, blots, anchors.

A position is seen by that side (docs/rules/notation.md), as the bytes of its board. The value is in
rough pips: only the order of two positions after one roll means anything, and `policy` reads a
winning chance out of it. Values of single points are added up from tables; the rest looks at both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.board import Board

# What a made point is worth, by its number from one's own home (0 and 25 are the bars).
POINT_WORTH: Final = (
    0.0,
    *(0.5, 2.5, 5.5, 9.0, 11.0, 8.0),
    *(8.5, 5.5, 4.0, 3.5, 3.0, 2.0),
    *(2.0, 2.5, 3.0, 4.0, 5.0, 7.0),
    *(7.5, 9.0, 8.5, 5.0, 2.0, 1.0),
    0.0,
)
SPARE: Final = 1.2  # a third checker is a builder; more are a stack
STACKED: Final = 2.2
BACK: Final = {24: 4.0, 23: 3.0, 22: 2.0, 21: 1.0, 20: 0.5}  # a checker that has not set out yet
BURIED: Final = {1: 1.6, 2: 0.7}
PIP: Final = 0.55
BORNE_OFF: Final = 1.5
ON_THE_BAR: Final = 6.0
PRIME_WORTH: Final = (0.0, 0.0, 0.0, 2.5, 8.0, 16.0, 28.0, 28.0, 28.0)
# Rolls of 36 that hit a blot so many pips away, were nothing in the way.
SHOTS: Final = (
    (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0)
)  # fmt: skip

MINE: Final = bytes(byte & 15 for byte in range(256))
THEIRS: Final = bytes(byte >> 4 for byte in range(256))
MY_POINTS: Final = bytes(2 <= byte < 16 for byte in range(256))
THEIR_POINTS: Final = bytes(byte >= 32 for byte in range(256))


def _worth(point: int, count: int) -> float:
    """What `count` checkers of one side are worth to it on its own `point`, with contact."""
    value = -PIP * point * count
    value -= (BACK.get(point, 0.0) + BURIED.get(point, 0.0)) * count
    if count >= 2 and 0 < point < 25:
        value += POINT_WORTH[point] + SPARE * (count > 2) - STACKED * max(0, count - 3)
    return value


def _in_the_race(point: int, count: int) -> float:
    """The same without contact: pips, and what gaps and stacks on the low points waste."""
    waste = {1: 1.6, 2: 0.8}.get(point, 0.0) * count + 0.4 * max(0, point - 6) * count
    return -PIP * point * count - waste - (1.0 if point in (4, 5, 6) and count == 0 else 0.0)


def _table(worth: Callable[[int, int], float]) -> list[list[float]]:
    """The worth of every byte of a board on every point: mine added, theirs taken away."""
    empty = [worth(n, 0) - worth(25 - n, 0) for n in range(26)]
    return [
        [
            worth(n, byte & 15) - worth(25 - n, byte >> 4) if byte else empty[n]
            for byte in range(256)
        ]
        for n in range(26)
    ]


CONTACT: Final = _table(_worth)
RACE: Final = _table(_in_the_race)


def evaluate(board: Board) -> float:
    """The value of `board` for the side it is seen by, after its play (higher is better)."""
    squares = board.squares
    if not has_contact(squares):
        return _sum(RACE, squares) + _borne_off(squares)
    mine, theirs = squares.translate(MY_POINTS), squares.translate(THEIR_POINTS)
    my_home, their_home = sum(mine[1:7]), sum(theirs[19:25])
    return (
        _sum(CONTACT, squares)
        + _borne_off(squares)
        + PRIME_WORTH[min(8, _longest(mine))]
        - PRIME_WORTH[min(8, _longest(theirs))]
        + (squares[0] >> 4) * (ON_THE_BAR + 0.9 * my_home * my_home)
        - (squares[25] & 15) * (ON_THE_BAR + 0.9 * their_home * their_home)
        - _exposed(squares, their_home)
    )


def has_contact(squares: bytes) -> bool:
    """Can the two sides still hit each other?"""
    rearmost = len(squares.translate(MINE).rstrip(b"\0")) - 1
    foremost = 26 - len(squares.translate(THEIRS).lstrip(b"\0"))
    return rearmost > foremost


def _sum(table: list[list[float]], squares: bytes) -> float:
    return sum([row[byte] for row, byte in zip(table, squares, strict=True)])


def _borne_off(squares: bytes) -> float:
    """Each checker off is worth a little more than its pips."""
    return BORNE_OFF * (sum(squares.translate(THEIRS)) - sum(squares.translate(MINE)))


def _longest(points: bytes) -> int:
    """The longest row of made points."""
    return max(map(len, points.split(b"\0")))


def _exposed(squares: bytes, their_home: int) -> float:
    """What one's blots risk: shots, weighed by the pips lost and the board to come in against."""
    danger = 0.0
    at = squares.find(1, 1, 25)
    while at > 0:
        shots = sum([SHOTS[at - n] for n in range(at) if squares[n] >= 16])
        danger += min(34, shots) / 36 * (25 - at + 4.0 + 1.1 * their_home * their_home)
        at = squares.find(1, at + 1, 25)
    return danger
