"""The score sheet of a slip: its games with the running score, and whether the next is the Crawford game."""

from dataclasses import dataclass

from games.engine.rules import Rules
from tournaments.models import Slip


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game; `score` is the score after it, first entry first, without points beyond the match length."""

    number: int
    winner: int
    worth: int
    cube: int
    crawford: bool
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The games so far; `winner` is an entry once the match is over."""

    games: tuple[ScoredGame, ...]
    score: tuple[int, int]
    winner: int | None
    next_is_crawford: bool
    over: bool = False


def sheet_of(slip: Slip, rules: Rules) -> ScoreSheet:
    """The sheet of a slip. One query."""
    length = slip.pairing.round.length
    score = [0, 0]
    lines = []
    for game in slip.games.order_by("number"):
        score[0 if game.winner_id == slip.entry_a_id else 1] += game.worth * game.cube
        after = rules.capped((score[0], score[1]))
        lines.append(
            ScoredGame(game.number, game.winner_id, game.worth, game.cube, game.crawford, after)
        )
    over = max(score) >= length if rules.kind == "match" else len(lines) >= length
    tied = score[0] == score[1]
    leader = slip.entry_a_id if score[0] > score[1] else slip.entry_b_id
    had = any(line.crawford for line in lines)
    crawford = rules.plays_crawford and not over and not had and length - 1 in score
    return ScoreSheet(
        tuple(lines),
        rules.capped((score[0], score[1])),
        leader if over and not tied else None,
        crawford,
        over,
    )
