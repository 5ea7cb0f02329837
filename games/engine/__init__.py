"""The rules of backgammon: frozen values in, frozen values out, or a `RulesError`.

Pure: the standard library only, no clock, no chance, no storage. Dice are given, never made. The
names below are the public ones for positions and plays; the game, the match and their actions are
in modules of their own.
"""

from games.engine.board import Board
from games.engine.errors import RulesError
from games.engine.notation import format_play, parse_play
from games.engine.plays import Move, Play, find_play, legal_plays, result_boards, results, steps
from games.engine.seats import Seat, other

__all__ = [
    "Board",
    "Move",
    "Play",
    "RulesError",
    "Seat",
    "find_play",
    "format_play",
    "legal_plays",
    "other",
    "parse_play",
    "result_boards",
    "results",
    "steps",
]
