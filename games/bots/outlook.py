"""What a bot expects of a game: its winning chance, and whether the win would be a gammon.

Rough on purpose: one look at the board, no rolling out. The scales were fitted to games the bot
played against itself.
"""

from __future__ import annotations

from math import exp, sqrt

from games.bots.evaluation import evaluate, has_contact
from games.engine.board import Board

CONTACT_SCALE = 32.0
ON_ROLL_IN_CONTACT = 8.0
RACE_SCALE = 1.1
ON_ROLL_IN_RACE = 4.0
PIPS_A_ROLL = 8.17


def winning_chance(board: Board) -> float:
    """The chance, 0 to 1, of the side `board` is seen by, which is about to roll."""
    if has_contact(board.squares):
        return _logistic((evaluate(board) + ON_ROLL_IN_CONTACT) / CONTACT_SCALE)
    mine, theirs = board.pips()
    spread = max(4.0, RACE_SCALE * sqrt((mine + theirs) / 2))
    return _logistic((theirs - mine + ON_ROLL_IN_RACE) / spread)


def likely_level(board: Board) -> int:
    """The level (1 single, 2 gammon, 3 backgammon) of a win by the side `board` is seen by."""
    if board.off[1]:
        return 1
    theirs = board.flipped().points
    rolls = board.pips()[0] / PIPS_A_ROLL + 1
    to_get_home = sum(count * (n - 6) for n, count in enumerate(theirs) if n > 6 and count > 0)
    to_get_out = sum(count * (n - 18) for n, count in enumerate(theirs) if n > 18 and count > 0)
    if to_get_out / PIPS_A_ROLL > rolls:
        return 3
    return 2 if to_get_home / PIPS_A_ROLL > rolls else 1


def _logistic(lead: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))
