"""All legal plays of a roll, as fast as plain CPython allows. Integers only; it checks no input.

A roll is answered with its *fan*: a list of (board, steps so far, last steps), so that every legal
play is one of the last steps added to its board, and one comprehension expands it. Everything in a
fan uses as many dice as can be used (R4.4 to R4.7). Boards and steps are the integers of `board`
and `moves`.

Two different dice hardly disturb each other: the steps of each are listed once, and only the points
where they do meet are looked at (`_meeting`). Bearing off with a die that is too large, or after
the last checker has come home, is walked die by die instead (`_in_order`).

Doubles are walked from the rear to the front only: such a play is given by how many checkers leave
each point, so each is met exactly once.
"""

from __future__ import annotations

from games.engine.board import BAR, SIZE
from games.engine.moves import (
    BLOT,
    HOME,
    HOME_STEPS,
    MINE,
    MOVE_OF,
    STEPS,
    Steps,
    StepTable,
    occupied,
    single_steps,
)

Fan = list[tuple[int, Steps, list[int]]]


def fan(board: int, die1: int, die2: int) -> Fan:
    """The fan of a roll; a roll that cannot be played gives the board itself and the step 0."""
    if die1 == die2:
        ways = _double(board, die1)
    elif die1 > die2:
        ways = _two_dice(board, die1, die2) or _one_die(board, die1, die2)
    else:
        ways = _two_dice(board, die2, die1) or _one_die(board, die2, die1)
    return ways or [(board, (), [0])]


def _one_die(board: int, high: int, low: int) -> Fan:
    """Not both dice: the higher if it can be played, else the lower (R4.5, R4.6)."""
    steps = single_steps(board, high) or single_steps(board, low)
    return [(board, (), steps)] if steps else []


def _two_dice(board: int, high: int, low: int) -> Fan:
    squares = board.to_bytes(SIZE, "little")
    own = occupied(squares)
    if not own:
        return []
    rear = own[-1]
    if rear == BAR:
        return _entering(board, squares, own, (high, low))
    if rear > HOME:
        tables = STEPS
        walk = squares[rear] == 1 and rear - high <= HOME and (len(own) == 1 or own[-2] <= HOME)
    else:
        tables = HOME_STEPS
        walk = squares[rear] == 1 or rear < high
    if walk:
        return _distinct(_in_order(board, high, low) + _in_order(board, low, high))
    return _side_by_side(board, squares, own, (high, low), tables)


def _side_by_side(  # noqa: C901 - the inner loop
    board: int, squares: bytes, own: list[int], dice: tuple[int, int], tables: tuple[StepTable, ...]
) -> Fan:
    high, low = dice
    highs, lows = tables[high], tables[low]
    ways: Fan = []
    last = [step for s in own if (step := lows[s][squares[s - low]])]
    for s in own:
        landing, other = squares[s - high], squares[s - low]
        if step := highs[s][landing]:
            rest = last
            if squares[s] == 1 and (gone := lows[s][other]):
                rest = rest.copy()
                rest.remove(gone)
            if landing == 0:
                if not 0 < other < BLOT and (onward := lows[s - high][squares[s - high - low]]):
                    rest = [*rest, onward]
            elif s > high and (landing == BLOT or 0 < other < BLOT):
                rest = _meeting(rest, squares, s - high, (low, lows), again=0 < other < BLOT)
            if rest:
                ways.append((board + step, (step,), rest))
        # The low die first adds only the same checker going on, if that is another play.
        if other == BLOT or (other == 0 and landing >= BLOT):
            onward = highs[s - low][squares[s - low - high]]
            if onward and (step := lows[s][other]):
                ways.append((board + step, (step,), [onward]))
    return ways


def _meeting(
    steps: list[int], squares: bytes, here: int, second: tuple[int, StepTable], *, again: bool
) -> list[int]:
    """The steps of the second die when the first has brought a checker `here`.

    `again` tells that the same checker going on, without a hit here, is met elsewhere.
    """
    die, table = second
    landing = squares[here]
    onward = table[here][squares[here - die]]
    steps = steps.copy()
    if landing == BLOT:
        if here + die < BAR and 0 < squares[here + die] < BLOT:
            rows = table[here + die]  # who lands here second hits nobody
            steps[steps.index(rows[BLOT])] = rows[0]
        if onward:
            steps.append(onward)
    elif onward and landing and again:
        steps.remove(onward)
    elif onward and not landing and not again:
        steps.append(onward)
    return steps


def _entering(board: int, squares: bytes, own: list[int], dice: tuple[int, int]) -> Fan:
    """Checkers on the bar enter with either die first (R5.3 to R5.5)."""
    high, low = dice
    by_high, by_low = squares[BAR - high], squares[BAR - low]
    enter_high, enter_low = STEPS[high][BAR][by_high], STEPS[low][BAR][by_low]
    if squares[BAR] > 1:
        both = enter_high and enter_low
        return [(board + enter_high, (enter_high,), [enter_low])] if both else []
    ways: Fan = []
    del own[-1]
    for enter, first, second, again in (
        (enter_high, high, low, False),
        (enter_low, low, high, by_high < BLOT and by_low < BLOT),
    ):
        if enter:
            table = STEPS[second]
            rest = [step for s in own if (step := table[s][squares[s - second]])]
            rest = _meeting(rest, squares, BAR - first, (second, table), again=again)
            if rest:
                ways.append((board + enter, (enter,), rest))
    return ways


def _in_order(board: int, die1: int, die2: int) -> Fan:
    return [
        (board + step, (step,), rest)
        for step in single_steps(board, die1)
        if (rest := single_steps(board + step, die2))
    ]


def _distinct(fan: Fan) -> Fan:
    """The fan without the plays that lead where an earlier one led."""
    seen: set[int] = set()
    for before, _, steps in fan:
        steps[:] = [step for step in steps if before + step not in seen]
        seen.update([before + step for step in steps])
    return [way for way in fan if way[2]]


def _double(board: int, die: int) -> Fan:
    path: Steps = ()
    left = 4
    entering = (board >> 8 * BAR) & 15
    while entering and left > 1:  # R5.3, R5.6: there is no choice until everybody has entered
        steps = single_steps(board, die)
        if not steps:
            return []
        board += steps[0]
        path += (steps[0],)
        left -= 1
        entering -= 1
    if not entering and not _double_may_bear_off(board, die, left):
        ways = _rear_to_front(board, die, path, left)
    else:
        ways = _step_by_step(board, die, path, left)
    return ways or [(board, path, [0])]


def _double_may_bear_off(board: int, die: int, left: int) -> bool:
    """Whether fewer than `left` moves can bring everybody home (R6.1)."""
    outside = (board & MINE) >> 8 * (HOME + 1)
    beyond = 0
    while outside and left > 0:
        left -= (outside & 15) * (beyond // die + 1)
        outside >>= 8
        beyond += 1
    return left > 0


def _step_by_step(board: int, die: int, path: Steps, left: int) -> Fan:
    deepest: Fan = []
    ways = {board: path}
    while left and (grown := [(b, p, s) for b, p in ways.items() if (s := single_steps(b, die))]):
        deepest = grown
        left -= 1
        ways = {b + step: (*p, step) for b, p, steps in grown for step in steps} if left else {}
    return _distinct(deepest)


def _rear_to_front(board: int, die: int, path: Steps, left: int) -> Fan:
    squares = board.to_bytes(SIZE, "little")
    table = STEPS[die]
    ready = [step for s in occupied(squares) if (step := table[s][squares[s - die]])]
    ready.reverse()
    deepest: Fan = [(board, path, ready)] if ready else []
    while left > 1 and (grown := _one_further(deepest, die, squares, table)):
        deepest = grown
        left -= 1
    return deepest


def _one_further(fan: Fan, die: int, squares: bytes, table: StepTable) -> Fan:
    grown: Fan = []
    for before, path, ready in fan:
        for at, step in enumerate(ready, start=1):
            source, target, hit = MOVE_OF[step]
            after = before + step
            if not after >> 8 * source & 15:
                rest = ready[at:]
            elif hit:
                rest = [table[source][0], *ready[at:]]
            else:
                rest = ready[at - 1 :]
            if (
                not squares[target] & 15
                and after >> 8 * target & 15 == 1
                and (onward := table[target][squares[target - die]])
            ):
                place = 0  # behind the steps from higher points
                while place < len(rest) and MOVE_OF[rest[place]].source > target:
                    place += 1
                rest.insert(place, onward)
            if rest:
                grown.append((after, (*path, step), rest))
    return grown
