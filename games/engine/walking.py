"""The way through a roll, move by move: what the page lets a player do before he confirms.

Only moves from which a legal play can still be completed are listed, so no walk ends in a dead end
and a forced move shows as the only one. It confirms nothing: a play handed in is checked again.
"""

from __future__ import annotations

from typing import Final, TypedDict

from games.engine.board import Board
from games.engine.legal import Dice
from games.engine.moves import MINE, MOVE_OF, single_steps
from games.engine.roll import DiceLeft, Roll

At = tuple[int, DiceLeft]  # a Spot without its name: thousands are made for one double
Way = tuple[int, int, At]  # step, die, where it leads

_ENDS_OF: Final = {step: (move.source, move.target) for step, move in MOVE_OF.items()}
_HITS: Final = {step: int(move.hit) for step, move in MOVE_OF.items()}


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
    roll = Roll.of(board, dice)
    start: At = (roll.start.board, roll.start.left)
    ways: dict[At, list[Way]] = {}
    _explore(roll, *start, ways)
    names = {start: "0"}
    for at in ways:
        names.setdefault(at, str(len(names)))
    return {
        "start": "0",
        "nodes": {
            name: [
                [*_ENDS_OF[step], die, names[after], _HITS[step]] for step, die, after in ways[at]
            ]
            for at, name in names.items()
        },
        "ends": [name for at, name in names.items() if not ways[at]],
    }


def _explore(roll: Roll, board: int, left: DiceLeft, ways: dict[At, list[Way]]) -> bool:
    """Whether a legal play can be completed from here; `ways` collects the places where it can."""
    at = (board, left)
    if at in ways:
        return True
    legal = roll.legal
    used = len(roll.start.left) - len(left)
    if board in legal and (used == roll.most or not board & MINE):  # Roll.is_complete
        ways[at] = []
        return True
    found: list[Way] = []
    tried = 0
    for index, die in enumerate(left):
        if die == tried:
            continue
        tried = die
        rest = left[:index] + left[index + 1 :]
        for step in single_steps(board, die):
            after = board + step
            if (rest or after in legal) and _explore(roll, after, rest, ways):
                found.append((step, die, (after, rest)))
    if found:
        ways[at] = found
    return bool(found)
