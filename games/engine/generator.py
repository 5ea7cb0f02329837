"""All legal plays of a roll, as fast as plain CPython allows. Integers only; it checks no input.

A roll is answered with its *fan*: a list of (board, moves so far, last steps), so that every legal
play is one of the last steps added to its board. Readers expand it with one comprehension. Every
position in a fan has used as many dice as can be used (R4.4 to R4.7).

Boards and steps are the integers of `board` and `moves`. Where nothing can be borne off and nobody
is on the bar, the moves of one die do not disturb those of the other except on a handful of points,
so the steps of each die are listed once and combined. Everything else walks one die at a time.

Doubles are walked from the rear to the front only: a play with one die is given by how many
checkers leave each point, so each is met exactly once.
"""

from __future__ import annotations

from games.engine.board import BAR, SIZE
from games.engine.moves import (
    BLOCKED,
    BLOT,
    MINE,
    STEPS,
    Moves,
    Step,
    occupied,
    single_steps,
)

LastSteps = list[Step]
Fan = list[tuple[int, Moves, "LastSteps | list[tuple[int, Moves]]"]]


def fan(board: int, die1: int, die2: int) -> Fan:
    """The fan of a roll; a roll that cannot be played gives the board itself, without moves."""
    if die1 == die2:
        found = _double(board, die1)
    else:
        high, low = (die1, die2) if die1 > die2 else (die2, die1)
        found = _two_dice(board, high, low) or _one_die(board, high, low)
    return found or [(board, (), [(0, ())])]


def _one_die(board: int, high: int, low: int) -> Fan:
    """Not both dice: the higher if it can be played, else the lower (R4.5, R4.6)."""
    steps = single_steps(board, high) or single_steps(board, low)
    return [(board, (), steps)] if steps else []


def _two_dice(board: int, high: int, low: int) -> Fan:
    squares = board.to_bytes(SIZE, "little")
    own = occupied(board)
    if not own or squares[BAR] & 15 or _last_die_may_bear_off(squares, own, high):
        return _in_order(board, high, low) + _in_order(board, low, high)
    highs, lows = STEPS[high], STEPS[low]
    first = [
        highs[s][squares[s - high] == BLOT] for s in own if s > high and squares[s - high] < BLOCKED
    ]
    second = [
        lows[s][squares[s - low] == BLOT] for s in own if s > low and squares[s - low] < BLOCKED
    ]
    found: Fan = []
    for change, moves in first:
        ((source, target, hit),) = moves
        rest = second
        if squares[source] == 1:  # this checker is gone from here
            rest = [step for step in rest if step[1][0].source != source]
        if hit:  # ... and the blot is gone from there
            rest = [lows[m.source][0] if m.target == target else (c, (m,)) for c, (m,) in rest]
        if target > low and not squares[target] & 15 and squares[target - low] < BLOCKED:
            rest = [*rest, lows[target][squares[target - low] == BLOT]]
        if rest:
            found.append((board + change, moves, rest))
    for change, moves in second:  # what the other order adds: the same checker goes on
        target = moves[0].target
        if target > high and not squares[target] & 15 and squares[target - high] < BLOCKED:
            last = highs[target][squares[target - high] == BLOT]
            found.append((board + change, moves, [last]))
    return found


def _last_die_may_bear_off(squares: bytes, own: list[int], high: int) -> bool:
    rear = own[-1]
    if rear > 6 and squares[rear] == 1:  # noqa: PLR2004
        rear = max(own[-2] if len(own) > 1 else 0, rear - high)
    return rear <= 6


def _in_order(board: int, die1: int, die2: int) -> Fan:
    found: Fan = []
    for change, moves in single_steps(board, die1):
        after = board + change
        steps = single_steps(after, die2)
        if steps:
            found.append((after, moves, steps))
    return found


def _double(board: int, die: int) -> Fan:
    moves: Moves = ()
    left = 4
    entering = (board >> 8 * BAR) & 15
    while entering and left > 1:  # R5.3, R5.6: there is no choice until everybody has entered
        steps = single_steps(board, die)
        if not steps:
            return []
        board += steps[0][0]
        moves += steps[0][1]
        left -= 1
        entering -= 1
    if not entering and not _double_may_bear_off(board, die, left):
        return _rear_to_front(board, die, moves, left)
    found: Fan = []
    ways = {board: moves}
    while left and (grown := [(b, m, s) for b, m in ways.items() if (s := single_steps(b, die))]):
        found = grown
        ways = {b + change: m + last for b, m, steps in grown for change, last in steps}
        left -= 1
    return found or [(board, moves, [(0, ())])]


def _double_may_bear_off(board: int, die: int, left: int) -> bool:
    """Whether fewer than `left` moves can bring everybody home (R6.1)."""
    outside = (board & MINE) >> 56
    point = 7
    while outside and left > 0:
        left -= (outside & 15) * ((point - 7) // die + 1)
        outside >>= 8
        point += 1
    return left > 0


def _rear_to_front(board: int, die: int, moves: Moves, left: int) -> Fan:
    squares = board.to_bytes(SIZE, "little")
    steps = STEPS[die]
    rest = [
        steps[s][squares[s - die] == BLOT]
        for s in reversed(occupied(board))
        if s > die and squares[s - die] < BLOCKED
    ]
    if not rest:
        return [(board, moves, [(0, ())])] if moves else []
    found: Fan = [(board, moves, rest)]
    while left > 1:
        grown: Fan = []
        for before, so_far, ready in found:
            for at, (change, move) in enumerate(ready, start=1):
                ((source, target, hit),) = move
                after = before + change
                if not after >> 8 * source & 15:
                    rest = ready[at:]
                elif hit:
                    rest = [steps[source][0], *ready[at:]]
                else:
                    rest = ready[at - 1 :]
                if after >> 8 * target & 15 == 1 and not squares[target] & 15:
                    _let_go_on(rest, target, die, squares)
                if rest:
                    grown.append((after, so_far + move, rest))
        if not grown:
            break
        found = grown
        left -= 1
    return found


def _let_go_on(rest: list[Step], source: int, die: int, squares: bytes) -> None:
    """Lists the step of a checker that has just come to an empty point, in its place."""
    if source > die and squares[source - die] < BLOCKED:
        at = 0
        while at < len(rest) and rest[at][1][0].source > source:
            at += 1
        rest.insert(at, STEPS[die][source][squares[source - die] == BLOT])
