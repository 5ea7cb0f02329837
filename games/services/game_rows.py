"""Game rows: one for each finished game, written when it ends and rewritten when a ruling changes it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID

from games.engine.outcome import GameResult
from games.models import Action, Game
from games.services.locked_match import Desk
from games.timestamps import from_ms

Started = dict[tuple[UUID, int], datetime]


def sync(desks: Iterable[Desk]) -> None:
    """Make the rows say what the results say, for all of them at once. No query unless some results changed."""
    changed = [(desk, *_difference(desk)) for desk in desks if _has_changed(desk)]
    for desk, gone, _results in changed:
        if gone:  # a ruling took them back
            Game.objects.filter(match=desk.match_id, number__in=gone).delete()
    new = [(desk, results) for desk, _gone, results in changed if results]
    if new:
        started = _started(new)
        Game.objects.bulk_create(
            row for desk, results in new for row in _rows(desk, results, started)
        )


def _started(new: list[tuple[Desk, tuple[GameResult, ...]]]) -> Started:
    """When the games of these matches began, by match and number."""
    ids = [desk.match_id for desk, _results in new]
    numbers = {result.game for _desk, results in new for result in results}
    opened = Action.objects.filter(match__in=ids, game__in=numbers, kind="opening_roll")
    rows = opened.order_by("-seq").values_list("match", "game", "at")
    return {(match_id, game): at for match_id, game, at in rows}


def _has_changed(desk: Desk) -> bool:
    return desk.before.match.results != desk.table.match.results


def _difference(desk: Desk) -> tuple[list[int], tuple[GameResult, ...]]:
    """The numbers of the games whose rows are to go, and the results that are to have rows."""
    before, after = desk.before.match.results, desk.table.match.results
    same = _common(before, after)
    return [result.game for result in before[same:]], after[same:]


def _rows(desk: Desk, results: Iterable[GameResult], started: Started) -> Iterator[Game]:
    for result in results:
        yield Game(
            match_id=desk.match_id,
            number=result.game,
            winner=result.winner,
            kind=result.kind,
            points=result.points,
            cube=result.cube,
            crawford=result.crawford,
            started_at=started.get((desk.match_id, result.game)),
            finished_at=from_ms(desk.last_ms),
        )


def _common(before: tuple[GameResult, ...], after: tuple[GameResult, ...]) -> int:
    """How many results at the front are the same."""
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return number
    return min(len(before), len(after))
