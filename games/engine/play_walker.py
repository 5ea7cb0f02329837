"""The way through a roll, move by move: what the page lets a player do before they confirm.

Only moves from which a legal play can still be completed are listed, so no walk ends in a dead end
and a forced move shows as the only one. It confirms nothing: a play handed in is checked again.
"""

from __future__ import annotations

from typing import Final, TypedDict

from games.engine.board import Board
from games.engine.legal import Dice, checked
from games.engine.moves import MINE, MOVE_OF, single_steps
from games.engine.roll import DiceLeft, RollInPlay

At = tuple[int, DiceLeft]  # a Spot without its name: thousands are made for one double
Way = tuple[int, int, At]  # step, die, where it leads

_EDGE_OF: Final = {step: (*move[:2], int(move.hit)) for step, move in MOVE_OF.items()}
_FEW: Final = 4  # with more bits in the counts the mover has more than four checkers
_DOUBLE: Final = 4  # moves
_NAMES: Final = tuple(map(str, range(512)))  # of nodes; two dice need far fewer


class Steps(TypedDict):
    """A graph of positions, ready for JSON; a node is named by a number in text.

    `nodes` gives for each node its moves `[source, target, die, next node, 1 if it hits else 0]`
    in the mover's numbers. A node in `ends` is a complete legal play and has no moves.
    """

    start: str
    nodes: dict[str, list[list[int | str]]]
    ends: list[str]


def steps(board: Board, dice: Dice) -> Steps:
    """Every single move on the way to a legal play, in every order of the dice.

    Raises RulesError `bad_board` or `bad_dice`.
    """
    low, high = sorted(checked(board, dice))
    if (board & MINE).bit_count() <= _FEW:
        return _any_way(board, dice)
    if low == high:
        return _one_number(board, high)
    return _both_dice(board, high, low) or _any_way(board, dice)


def _both_dice(board: int, high: int, low: int) -> Steps | None:
    """Two different dice that can both be played, so that both must be: any order that works is legal.

    None when no order works. Nobody bears their last checker off with one of two dice here.
    """
    count = 0
    start: list[list[int | str]] = []
    nodes = {"0": start}
    ends: dict[int, str] = {}
    for die, then in ((high, low), (low, high)):
        for step in single_steps(board, die):
            between = board + step
            further: list[list[int | str]] = []
            for last in single_steps(between, then):
                end = between + last
                if (name := ends.get(end)) is None:
                    count += 1
                    name = ends[end] = _NAMES[count]
                source, target, hit = _EDGE_OF[last]
                further.append([source, target, then, name, hit])
            if further:
                count += 1
                name = _NAMES[count]
                nodes[name] = further
                source, target, hit = _EDGE_OF[step]
                start.append([source, target, die, name, hit])
    if not start:
        return None
    names = list(ends.values())
    for name in names:
        nodes[name] = []
    return {"start": "0", "nodes": nodes, "ends": names}


def _one_number(board: int, die: int) -> Steps:
    """A double that bears nobody's last checker off: as many moves as can be made, whichever (R4.7)."""
    levels: list[dict[int, list[int]]] = []
    reached: dict[int, None] = {board: None}
    while len(levels) < _DOUBLE:
        level = {spot: steps_here for spot in reached if (steps_here := single_steps(spot, die))}
        if not level:
            break
        levels.append(level)
        reached = {spot + step: None for spot, steps_here in level.items() for step in steps_here}
    names = {spot: str(number) for number, spot in enumerate(reached)}
    ends = list(names.values())
    nodes: dict[str, list[list[int | str]]] = {name: [] for name in ends}
    for level in reversed(levels):
        here: dict[int, str] = {}
        for spot, steps_here in level.items():
            edges: list[list[int | str]] = []
            for step in steps_here:
                if (name := names.get(spot + step)) is not None:
                    source, target, hit = _EDGE_OF[step]
                    edges.append([source, target, die, name, hit])
            if edges:
                here[spot] = str(len(nodes))
                nodes[here[spot]] = edges
        names = here
    return {"start": names[board], "nodes": nodes, "ends": ends}


def _any_way(board: Board, dice: Dice) -> Steps:
    """Doubles, rolls that cannot be played whole, and the last checkers."""
    roll = RollInPlay.of(board, dice)
    start: At = (roll.start.board, roll.start.left)
    ways: dict[At, list[Way]] = {}
    _explore(roll, *start, ways)
    names = {start: "0"}
    for at in ways:
        names.setdefault(at, str(len(names)))
    nodes: dict[str, list[list[int | str]]] = {}
    for at, name in names.items():
        edges = nodes[name] = []
        for step, die, after in ways[at]:
            source, target, hit = _EDGE_OF[step]
            edges.append([source, target, die, names[after], hit])
    return {"start": "0", "nodes": nodes, "ends": [n for at, n in names.items() if not ways[at]]}


def _explore(roll: RollInPlay, board: int, left: DiceLeft, ways: dict[At, list[Way]]) -> bool:
    """Whether a legal play can be completed from here; `ways` collects the places where it can."""
    at = (board, left)
    if at in ways:
        return True
    legal = roll.legal
    used = len(roll.start.left) - len(left)
    if board in legal and (used == roll.most or not board & MINE):  # Roll.is_complete
        ways[at] = []
        return True
    onward: list[Way] = []
    tried = 0
    for index, die in enumerate(left):
        if die == tried:
            continue
        tried = die
        rest = left[:index] + left[index + 1 :]
        for step in single_steps(board, die):
            after = board + step
            if (rest or after in legal) and _explore(roll, after, rest, ways):
                onward.append((step, die, (after, rest)))
    if onward:
        ways[at] = onward
    return bool(onward)
