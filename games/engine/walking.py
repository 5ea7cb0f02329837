"""The way through a roll, move by move: what the page lets a player do before he confirms.

Only moves from which a legal play can still be completed are listed, so no walk ends in a dead end
and a forced move shows as the only one. It confirms nothing: a play handed in is checked again.
"""

from __future__ import annotations

from typing import TypedDict

from games.engine.board import Board
from games.engine.legal import Dice
from games.engine.moves import Move
from games.engine.roll import Roll, Spot, onward

Way = tuple[Move, int, Spot]


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
    ways: dict[Spot, list[Way]] = {}
    _explore(roll, roll.start, ways)
    names = {roll.start: "0"}
    for spot in ways:
        names.setdefault(spot, str(len(names)))
    return {
        "start": "0",
        "nodes": {
            names[spot]: [
                [move.source, move.target, die, names[after], int(move.hit)]
                for move, die, after in ways[spot]
            ]
            for spot in names
        },
        "ends": [names[spot] for spot in names if not ways[spot]],
    }


def _explore(roll: Roll, spot: Spot, ways: dict[Spot, list[Way]]) -> bool:
    """Whether a legal play can be completed from here; `ways` collects the spots where it can."""
    if spot in ways:
        return True
    if roll.is_complete(spot):
        ways[spot] = []
        return True
    found = [way for way in onward(spot) if _explore(roll, way[2], ways)]
    if found:
        ways[spot] = found
    return bool(found)
