"""What programs that read a match file make of its last game, and when they need the score besides.

Such a program adds a game up itself. The score line of the next game corrects it; after the last game there
is none, so one is written where its sum would be another: a head of a game without rows.
"""

from collections.abc import Callable

from games.engine.actions import LEVELS
from games.records.games import GameRecord, Score
from games.records.replay import MatchRecord

UNKNOWN: Score = (-1, -1)
Read = Callable[[MatchRecord, GameRecord], Score]


def closing_score(record: MatchRecord, games: list[GameRecord], read: Read) -> Score | None:
    """The score to be written after the last game, or None.

    Not once a match is won: readers ignore games that begin with the points of the match.
    """
    score, length = record.end.match.score, record.rules.length
    if length is not None and max(score) >= length:
        return None
    return None if (read(record, games[-1]) if games else (0, 0)) == score else score


def score_in_mat(record: MatchRecord, game: GameRecord) -> Score:
    """The rows of .mat know nothing of automatic doubles, and whether Jacoby holds is the reader's own setting."""
    result = game.result
    if result is None or not result.points:
        return game.counted_from
    turned = [step for step in game.steps if step.word in ("take", "beaver", "raccoon")]
    cube: int = 2 ** len(turned)
    if result.kind == "drop":
        return _plus(game, cube)
    if result.kind not in LEVELS:
        return _plus(game, cube * min(3, -(-result.points // cube)))
    level = LEVELS[result.kind]
    if record.rules.kind == "match" or turned or level == 1:
        return _plus(game, cube * level)
    return _plus(game, cube) if record.rules.jacoby else UNKNOWN


def score_in_sgf(record: MatchRecord, game: GameRecord) -> Score:
    """A resignation counts one to three cubes; Jacoby is never in force in a match."""
    result = game.result
    if result is None or not result.points:
        return game.counted_from
    if result.kind in ("resignation", "ruling", "time", "forfeit"):
        return _plus(game, result.cube * min(3, max(1, result.points // result.cube)))
    level = LEVELS.get(result.kind, 1)
    return _plus(game, result.cube * level if record.rules.kind == "match" else result.points)


def _plus(game: GameRecord, points: int) -> Score:
    a, b = game.counted_from
    return (a + points, b) if game.result and game.result.winner == "A" else (a, b + points)
