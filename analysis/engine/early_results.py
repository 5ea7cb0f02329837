"""What is judged before the whole match is, for a reader who waits. Runs in the process of worker.py.

The library judges a game at a time and gives nothing out before the end. Here its function for a game is called for a few decisions
at a time; the parts of a game are joined again, so that the whole analysis is the same as without this.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any

from analysis.engine.compact import compact

PLAYS = 5
"""A part of a game has so many plays."""
FIRST = 8
"""The first results are given out after so many decisions, the next ones when there are twice as many."""

OF_A_SIDE = ("err", "dec", "cube_dec", "luck", "luck_mwc", "luck_count")
SUMS = ("illegal_moves", *(f"{side}_{name}" for side in ("p1", "p2") for name in OF_A_SIDE))

Judge = Callable[..., dict[str, Any]]


class EarlyResults:
    """Judges as `judge` (gvanalysis.game_eval.evaluate_game) does, and calls `on_part` with a result (compact.py) now and then.

    `match` is the document of the match without analysis, `white` the seat of its white player.
    """

    def __init__(
        self, judge: Judge, match: dict[str, Any], white: str, on_part: Callable[[Any], None]
    ) -> None:
        self.judge, self.match, self.white, self.on_part = judge, match, white, on_part
        self.games: list[dict[str, Any]] = []
        self.due = FIRST

    def __call__(
        self, game: dict[str, Any], analyzer: Any, recon: dict[str, Any], **more: Any
    ) -> dict[str, Any]:
        whole: dict[str, Any] = {}
        for decisions in parts_of(recon["decisions"]):
            part = self.judge(game, analyzer, recon | {"decisions": decisions}, **more)
            whole = joined(whole, part)
            self._give_out(whole)
        self.games.append(whole or self.judge(game, analyzer, recon, **more))
        return self.games[-1]

    def _give_out(self, unfinished: dict[str, Any]) -> None:
        games = [*self.games, unfinished]
        judged = sum(len(game["moves"]) for game in games)
        if judged < self.due:
            return
        self.due = 2 * judged
        try:
            part = compact(self._document(games), self.white)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            sys.stderr.write(f"no early results: {error!r}\n")  # the whole analysis goes on
        else:
            self.on_part(part)

    def _document(self, games: list[dict[str, Any]]) -> dict[str, Any]:
        from gvformat import to_ogxm_json

        summary = {
            "player1": self.match["player_white"],
            "player2": self.match["player_black"],
            "match_length": self.match["match_length"],
        }
        rows = [
            {
                "game_number": game["game_number"],
                "score_start": {"player1": game["score1_start"], "player2": game["score2_start"]},
                "is_crawford": game["is_crawford"],
                "result": None,
                "moves": game["moves"],
            }
            for game in games
        ]
        document: dict[str, Any] = to_ogxm_json(
            {"summary": summary, "games": rows}, keep_orientation=True
        )
        return document


def parts_of(decisions: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """A part ends behind a play: the library joins a double that was not made to the play after it."""
    part: list[dict[str, Any]] = []
    plays = 0
    for decision in decisions:
        part.append(decision)
        plays += decision["kind"] == "checker"
        if plays == PLAYS and decision["kind"] == "checker":
            yield part
            part, plays = [], 0
    if part:
        yield part


def joined(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Two parts of a game as one: sums are added up, decisions numbered through."""
    if not whole:
        return part
    before = len(whole["moves"])
    for entry in part["moves"]:
        entry["move_number"] += before
    sums = {name: whole[name] + part[name] for name in SUMS}
    rates = {
        f"{side}_pr": 500 * sums[f"{side}_err"] / sums[f"{side}_dec"]
        if sums[f"{side}_dec"]
        else float("nan")
        for side in ("p1", "p2")
    }
    return part | sums | rates | {"moves": whole["moves"] + part["moves"]}
