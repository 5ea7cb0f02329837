"""The bot of bot.py with a strong engine: the neural networks of bgsage (pip install bgsage). Keep both files in one folder.

    BARPOINT_TOKEN=bp_… python3 bot_engine.py https://play.example.org onyx --once

bot.py finds matches, listens and sends; this file only replaces what it decides. PLIES=1 plays at once and like a master, 2
plays like the best and thinks for a tenth of a second.
"""

import os, threading

import bot
from bgsage import BgBotAnalyzer

ENGINE = BgBotAnalyzer(eval_level=os.environ.get("PLIES", "1") + "ply", parallel_threads=1)
ONE_AT_A_TIME = threading.Lock()  # bot.py has a thread for each match


def decide(view):
    """(kind, payload) of what this seat does now; getting ready and nonces are those of bot.py."""
    waits_for = {"roll": before_roll, "answer_double": answer, "play": play}.get(view["waiting_for"])
    if view["to_act"] != view["seat"] or waits_for is None:
        return simple_decide(view)
    with ONE_AT_A_TIME:
        return waits_for(view)


def before_roll(view):
    if view["may"]["double"] is not None or view["cube_note"]:
        return "roll", {}
    judged = cube(view, view["seat"])
    return ("double" if min(judged.equity_dt, judged.equity_dp) > judged.equity_nd else "roll"), {}


def answer(view):
    """The equities are those of the opponent, who has doubled."""
    judged = cube(view, other(view["seat"]))
    return ("take" if judged.equity_dt <= judged.equity_dp else "drop"), {}


def play(view):
    return "play", {"moves": max(bot.plays(view["steps"]), key=lambda moves: equity(view, bot.after(view, moves)))}


def equity(view, board):
    """What a position is worth to the seat that has just played to it."""
    return ENGINE.post_move_analytics(bars_above_zero(board), owner(view, view["seat"]), view["cube"]["value"], **score(view, view["seat"])).cubeful_equity


def cube(view, roller):
    """The three equities of the seat that may double, or has doubled."""
    board = bot.after(dict(view, seat=roller), [])
    return ENGINE.cube_action(bars_above_zero(board), view["cube"]["value"], owner(view, roller), beaver=False, **score(view, roller))


def bars_above_zero(board):
    """bgsage counts the opponent's checkers on the bar above 0."""
    return [abs(board[0])] + board[1:]


def owner(view, seat):
    return {None: "centered", seat: "player"}.get(view["cube"]["owner"], "opponent")


def score(view, seat):
    away = view["away"] or {"A": 0, "B": 0}  # zeros: a money session
    return {"away1": away[seat], "away2": away[other(seat)], "is_crawford": view["crawford"] == "now", "jacoby": False}


def other(seat):
    return "B" if seat == "A" else "A"


simple_decide, bot.decide = bot.decide, decide

if __name__ == "__main__":
    bot.main()
