"""Every single move a die can make, prepared once. Knows points and dice, not whole plays.

A `Step` is what the generator adds up: the integer that turns the board before into the board
after (see `board`), and the same as a one-item tuple of `Move`, ready to be joined to others.
"""

from __future__ import annotations

from itertools import compress
from typing import Final, NamedTuple

from games.engine.board import BAR, OFF, SIZE


class Move(NamedTuple):
    """One checker moved by one die, in the mover's numbers: 25 is his bar, 0 is off."""

    source: int
    target: int
    hit: bool


Moves = tuple[Move, ...]
Step = tuple[int, tuple[Move]]

BLOT: Final = 16  # a byte of the board: one opposing checker
BLOCKED: Final = 32  # this much or more: two or more of them (R4.1)
CHECKER: Final = tuple(1 << 8 * n for n in range(SIZE))
MINE: Final = sum(15 * CHECKER[n] for n in range(SIZE))
OUTSIDE: Final = sum(15 * CHECKER[n] for n in range(7, SIZE))
FROM_HERE_UP: Final = tuple(sum(15 * CHECKER[n] for n in range(d, SIZE)) for d in range(7))
ALL_POINTS: Final = tuple(range(SIZE))


def _step(source: int, die: int, *, hit: bool) -> Step:
    target = max(source - die, OFF)
    change = -CHECKER[source]
    if target != OFF:
        change += CHECKER[target]
    if hit:  # the blot goes to the opponent's bar, byte 0 (R5.1)
        change += BLOT * (CHECKER[0] - CHECKER[target])
    return change, (Move(source, target, hit),)


# STEPS[die][source] is the pair (landing without a hit, landing on a blot).
STEPS: Final = tuple(
    tuple((_step(s, die, hit=False), _step(s, die, hit=True)) for s in range(SIZE))
    for die in range(7)
)


def occupied(board: int) -> list[int]:
    """The mover's points, lowest first (25 = he has a checker on the bar)."""
    return list(compress(ALL_POINTS, (board & MINE).to_bytes(SIZE, "little")))


def single_steps(board: int, die: int) -> list[Step]:
    """All moves of one die (R4.1, R5.3, R6.1 to R6.8), the rearmost checker first."""
    squares = board.to_bytes(SIZE, "little")
    steps = STEPS[die]
    if squares[BAR] & 15:
        landing = squares[BAR - die]
        return [steps[BAR][landing == BLOT]] if landing < BLOCKED else []
    found = [
        steps[s][squares[s - die] == BLOT]
        for s in range(24, die, -1)
        if 0 < squares[s] < BLOT and squares[s - die] < BLOCKED
    ]
    if not board & OUTSIDE:
        if 0 < squares[die] < BLOT:
            found.append(steps[die][0])
        elif not board & FROM_HERE_UP[die]:
            found += [steps[s][0] for s in range(die - 1, 0, -1) if 0 < squares[s] < BLOT][:1]
    return found
