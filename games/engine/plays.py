"""The public names for plays: what a roll allows, how to walk it, whether a play is legal."""

from games.engine.legal import Dice, Play, legal_plays, result_boards, results
from games.engine.moves import Move
from games.engine.play_matching import find_play
from games.engine.play_walker import Steps, steps

__all__ = [
    "Dice",
    "Move",
    "Play",
    "Steps",
    "find_play",
    "legal_plays",
    "result_boards",
    "results",
    "steps",
]
