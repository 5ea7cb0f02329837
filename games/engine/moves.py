"""Every single move a die can make, prepared once. Knows points and dice, not whole plays.

A *step* is the integer that, added to a board (see `board`), moves one checker by one die; it is 0
where there is no such step. `STEPS[die][source][byte on the target]` is therefore a legal-move
table: index it with what stands on the target and the answer is the step or nothing. `MOVE_OF`
says which move a step is.
"""

from __future__ import annotations

from itertools import compress
from typing import Final, NamedTuple

from games.engine.board import BAR, OFF, SIZE


class Move(NamedTuple):
    """One checker moved by one die, in the mover's numbers: 25 is the bar, 0 is off."""

    source: int
    target: int
    hit: bool


Steps = tuple[int, ...]
StepTable = tuple[Steps, ...]

HOME: Final = 6  # the highest point of the home board
BLOT: Final = 16  # a byte of the board: one opposing checker
BLOCKED: Final = 32  # this much or more: two or more of them (R4.1)
CHECKER: Final = tuple(1 << 8 * n for n in range(SIZE))
MINE: Final = sum(15 * checker for checker in CHECKER)
ALL_POINTS: Final = tuple(range(SIZE))
MY_COUNT: Final = bytes(byte & 15 for byte in range(256))  # for bytes.translate


def _step(move: Move) -> int:
    change = -CHECKER[move.source]
    if move.target != OFF:
        change += CHECKER[move.target]
    if move.hit:  # the blot goes to the opponent's bar, byte 0 (R5.1)
        change += BLOT * (CHECKER[0] - CHECKER[move.target])
    return change


def _moves() -> list[Move]:
    """Every move there is: 25 is left by entering only, 0 reached from the home board only."""
    inside = [(s, s - die) for s in range(2, SIZE) for die in range(1, 7) if s > die]
    moves = [Move(s, t, hit) for s, t in inside for hit in (False, True)]
    return moves + [Move(s, OFF, hit=False) for s in range(1, HOME + 1)]


MOVE_OF: Final = {_step(move): move for move in _moves()}
_STEP_OF: Final = {move: step for step, move in MOVE_OF.items()}


def _row(source: int, die: int, *, bearing_off: bool) -> Steps:
    target = source - die
    if target > OFF:
        plain = _STEP_OF[Move(source, target, hit=False)]
        hitting = _STEP_OF[Move(source, target, hit=True)]
        return (plain,) * BLOT + (hitting,) + (0,) * (255 - BLOT)
    off = bearing_off and source and target == OFF
    return ((_STEP_OF[Move(source, OFF, hit=False)] if off else 0),) * 256


def _table(*, bearing_off: bool) -> tuple[StepTable, ...]:
    """One table a die, 0 to 6; the steps of die 0 are all 0."""
    nothing = ((0,) * 256,) * SIZE
    dice = [
        tuple(_row(source, die, bearing_off=bearing_off) for source in range(SIZE))
        for die in range(1, 7)
    ]
    return (nothing, *dice)


# On the way home, and with everybody home, when a die also takes a checker off its own point
# (R6.2). A die larger than the rearmost point (R6.4) is not in a table: BEAR_OFF[rear] is the step.
STEPS: Final = _table(bearing_off=False)
HOME_STEPS: Final = _table(bearing_off=True)
BEAR_OFF: Final = (0, *(_STEP_OF[Move(s, OFF, hit=False)] for s in range(1, HOME + 1)))


def occupied(squares: bytes) -> list[int]:
    """The points the mover occupies, lowest first (25 is the bar)."""
    return list(compress(ALL_POINTS, squares.translate(MY_COUNT)))


def single_steps(board: int, die: int) -> list[int]:
    """All steps of one die (R4.1, R5.3, R6.1 to R6.8)."""
    squares = board.to_bytes(SIZE, "little")
    own = occupied(squares)
    if not own:
        return []
    rear = own[-1]
    if rear > HOME:
        steps = STEPS[die]
        if rear == BAR:
            own = own[-1:]
    elif rear < die:
        return [BEAR_OFF[rear]]
    else:
        steps = HOME_STEPS[die]
    return [step for s in own if (step := steps[s][squares[s - die]])]
