"""Game rows: one for each finished game, written when it ends and rewritten when a ruling changes it."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID

from games.engine.outcome import GameResult
from games.models import Action, Game
from games.services.locked_match import LockedMatch
from games.timestamps import from_ms

Started = dict[tuple[UUID, int], datetime]


def sync(locked_matches: Iterable[LockedMatch]) -> None:
    """Make the rows say what the results say, for all of them at once. No query unless some results changed."""
    changed = [(locked, *_difference(locked)) for locked in locked_matches if _has_changed(locked)]
    for locked, gone, _results in changed:
        if gone:  # a ruling took them back
            Game.objects.filter(match=locked.match_id, number__in=gone).delete()
    new = [(locked, results) for locked, _gone, results in changed if results]
    if new:
        started = _started(new)
        Game.objects.bulk_create(
            row for locked, results in new for row in _rows(locked, results, started)
        )


def _started(new: list[tuple[LockedMatch, tuple[GameResult, ...]]]) -> Started:
    """When the games of these matches began, by match and number."""
    ids = [locked.match_id for locked, _results in new]
    numbers = {result.game for _desk, results in new for result in results}
    opened = Action.objects.filter(match__in=ids, game__in=numbers, kind="opening_roll")
    rows = opened.order_by("-seq").values_list("match", "game", "at")
    return {(match_id, game): at for match_id, game, at in rows}


def _has_changed(locked: LockedMatch) -> bool:
    return locked.before.match.results != locked.table.match.results


def _difference(locked: LockedMatch) -> tuple[list[int], tuple[GameResult, ...]]:
    """The numbers of the games whose rows are to go, and the results that are to have rows."""
    before, after = locked.before.match.results, locked.table.match.results
    same = _common(before, after)
    return [result.game for result in before[same:]], after[same:]


def _rows(locked: LockedMatch, results: Iterable[GameResult], started: Started) -> Iterator[Game]:
    for result in results:
        yield Game(
            match_id=locked.match_id,
            number=result.game,
            winner=result.winner,
            kind=result.kind,
            points=result.points,
            cube=result.cube,
            crawford=result.crawford,
            started_at=started.get((locked.match_id, result.game)),
            finished_at=from_ms(locked.last_ms),
        )


def _common(before: tuple[GameResult, ...], after: tuple[GameResult, ...]) -> int:
    """How many results at the front are the same."""
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old != new:
            return number
    return min(len(before), len(after))
