"""`python -m analysis.engine.bot_worker`: answers what is asked, one JSON line for each line of standard input.

{"ask": "play", "plies", "candidates": [board, …], position…} → {"equities": [float, …]}, one for each board after a play
{"ask": "rank", "plies", "most", "candidates": [board, …], position…} → {"rows": [{"index", "equity", "win", "gammon"}, …]}, the
    best first, all searched to `plies`
{"ask": "cube", "plies", position…} → {"no_double", "double_take", "double_drop", "is_beaver", "win", "gammon_win",
    "backgammon_win", "gammon_loss", "backgammon_loss"}

A position is {"board", "cube", "owner", "away", "crawford", "jacoby", "beaver"} (analysis/bot_positions.py). Equities are
normalized to the cube and of the player on roll. The process ends with its standard input, and after IDLE_S of rest.
"""

import contextlib
import json
import os
import select
import sys
from functools import lru_cache
from typing import Any

IDLE_S = 600
SEARCHED = 8
"""A search of two plies looks at so many plays, those that look best at once."""
WORTH_A_SEARCH = 0.16
"""And at none that loses more equity than this at first sight."""
FAR_BEHIND = 1.0
"""What a play that was not searched is put behind the others by."""


def main() -> None:
    lines, sys.stdout = sys.stdout, sys.stderr  # the library may print
    os.nice(5)
    while select.select([sys.stdin], [], [], IDLE_S)[0]:
        line = sys.stdin.readline()
        if not line:
            return
        with contextlib.redirect_stdout(sys.stderr):
            answer = answer_to(json.loads(line))
        lines.write(json.dumps(answer) + "\n")
        lines.flush()


def answer_to(request: dict[str, Any]) -> dict[str, Any]:
    """What the engine says of one request."""
    answers = {"play": _plays, "rank": _ranked, "cube": _cube}
    return answers[request["ask"]](request)


@lru_cache(maxsize=2)
def _engine(plies: int) -> Any:
    from bgsage import BgBotAnalyzer

    return BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=1)


def _plays(request: dict[str, Any]) -> dict[str, Any]:
    candidates = request["candidates"]
    equities = [_after_play(1, board, request) for board in candidates]
    if request["plies"] > 1:
        best = max(equities)
        order = sorted(range(len(candidates)), key=lambda index: -equities[index])[:SEARCHED]
        searched = {
            index: _after_play(request["plies"], candidates[index], request)
            for index in order
            if equities[index] >= best - WORTH_A_SEARCH
        }
        equities = [
            searched.get(index, equity - FAR_BEHIND) for index, equity in enumerate(equities)
        ]
    return {"equities": equities}


def _ranked(request: dict[str, Any]) -> dict[str, Any]:
    """Those that look best at once are searched; none is compared with a play that was searched less."""
    candidates = request["candidates"]
    equities = [_after_play(1, board, request) for board in candidates]
    order = sorted(range(len(candidates)), key=lambda index: -equities[index])
    rows = []
    for index in order[: max(SEARCHED, request["most"])]:
        judged = _judged(request["plies"], candidates[index], request)
        probs = judged.probs
        rows.append(
            {
                "index": index,
                "equity": float(judged.cubeful_equity),
                "win": probs.win,
                "gammon": probs.gammon_win,
            }
        )
    rows.sort(key=lambda row: -row["equity"])
    return {"rows": rows[: request["most"]]}


def _after_play(plies: int, board: list[int], request: dict[str, Any]) -> float:
    """The equity of whoever has just played to `board`, with the cube."""
    return float(_judged(plies, board, request).cubeful_equity)


def _judged(plies: int, board: list[int], request: dict[str, Any]) -> Any:
    return _engine(plies).post_move_analytics(
        board, request["owner"], request["cube"], **_score(request)
    )


def _cube(request: dict[str, Any]) -> dict[str, Any]:
    judged = _engine(request["plies"]).cube_action(
        request["board"],
        request["cube"],
        request["owner"],
        beaver=request["beaver"],
        **_score(request),
    )
    return {
        "no_double": judged.equity_nd,
        "double_take": judged.equity_dt,
        "double_drop": judged.equity_dp,
        "is_beaver": bool(judged.is_beaver),
        "win": judged.probs.win,
        "gammon_win": judged.probs.gammon_win,
        "backgammon_win": judged.probs.backgammon_win,
        "gammon_loss": judged.probs.gammon_loss,
        "backgammon_loss": judged.probs.backgammon_loss,
    }


def _score(request: dict[str, Any]) -> dict[str, Any]:
    own, opponents = request["away"]
    return {
        "away1": own,
        "away2": opponents,
        "is_crawford": request["crawford"],
        "jacoby": request["jacoby"],
    }


if __name__ == "__main__":
    main()
