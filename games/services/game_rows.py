"""Game rows: one for each finished game, written when it ends and rewritten when a ruling changes it."""

from games.engine.outcome import GameResult
from games.models import Action, Game
from games.moments import from_ms
from games.services.desk import Desk


def sync(desk: Desk) -> None:
    """Make the rows say what the results say. No query unless the results changed."""
    before, after = desk.before.match.results, desk.table.match.results
    if before == after:
        return
    same = _common(before, after)
    if gone := [result.game for result in before[same:]]:
        Game.objects.filter(match=desk.match_id, number__in=gone).delete()
    opened = Action.objects.filter(match=desk.match_id, kind="opening_roll")
    numbers = [result.game for result in after[same:]]
    started = dict(opened.filter(game__in=numbers).order_by("-seq").values_list("game", "at"))
    Game.objects.bulk_create(
        Game(
            match_id=desk.match_id,
            number=result.game,
            winner=result.winner,
            kind=result.kind,
            points=result.points,
            cube=result.cube,
            crawford=result.crawford,
            started_at=started.get(result.game),
            finished_at=from_ms(desk.last_ms),
        )
        for result in after[same:]
    )


def _common(before: tuple[GameResult, ...], after: tuple[GameResult, ...]) -> int:
    """How many results at the front are the same."""
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return number
    return min(len(before), len(after))
