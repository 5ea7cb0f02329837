"""Does the log still fold to the snapshot? Reads; changes nothing.

A difference is a bug or a damaged database: it is reported, never repaired by itself.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.table import Table
from games.models import Action, Game, Match, MatchKind
from games.selectors.loaded_matches import Log, log_of, spans_of
from games.services.dice_audit import dice_faults
from games.services.yield_to_writers import give_way
from games.timestamps import to_ms_or_none

Differences = list[str]
AT_ONCE = 5


@transaction.atomic
def verify(match_id: UUID) -> Differences:
    """What is wrong with one match; an empty list when nothing is."""
    match = Match.objects.select_for_update().get(pk=match_id)
    return list(_differences(match, log_of(match.pk)))


def verify_matches(changed_since: datetime | None = None) -> dict[UUID, Differences]:
    """The matches (of those changed since then) in which something is wrong.

    Those changed are found by three indexes, whatever is stored: what goes on, what ended, and rulings on what had
    ended earlier.
    """
    if changed_since is None:
        return _wrong(Match.objects.values_list("pk", flat=True).iterator(chunk_size=500))
    going_on = Q(finished_at=None, last_at__gte=changed_since)
    played = Match.objects.filter(going_on | Q(finished_at__gte=changed_since))
    ruled = Action.objects.filter(kind="ruling", at__gte=changed_since)
    ids = {*played.values_list("pk", flat=True), *ruled.values_list("match_id", flat=True)}
    return _wrong(sorted(ids))


def _wrong(ids: Iterable[UUID]) -> dict[UUID, Differences]:
    wrong = {}
    for number, match_id in enumerate(ids, 1):
        if differences := verify(match_id):
            wrong[match_id] = differences
        if number % AT_ONCE == 0:
            give_way()
    return wrong


def _differences(match: Match, log: Log) -> Iterator[str]:
    if match.seq != len(log):
        yield f"seq is {match.seq}, the log has {len(log)} rows"
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    spans = spans_of(match, log)
    table = Table.new(Rules.from_json(match.rules), clock)
    for action, at_ms in log:
        table = table.step(action, at_ms, spans)
    yield from _snapshot(match, table)
    yield from _columns(match, table, table.flag_at(spans))
    yield from _games(match, table)
    if table.match.imported != (match.kind == MatchKind.IMPORTED):
        yield "its dice come from a file, or do not, against what it says"
    yield from dice_faults(match, sealed=table.match.sealed)


def _snapshot(match: Match, table: Table) -> Iterator[str]:
    if Table.from_json(match.state) != table:
        yield "the snapshot is not what the log folds to"


def _columns(match: Match, table: Table, flag_at: int | None) -> Iterator[str]:
    state = table.match
    outcome = state.outcome
    expected = {
        "status": state.phase,
        "paused": state.paused,
        "score_a": state.capped_score[0],
        "score_b": state.capped_score[1],
        "to_act": state.to_act,
        "winner": outcome.winner if outcome else None,
        "reason": outcome.reason if outcome else "",
    }
    for name, value in expected.items():
        if getattr(match, name) != value:
            yield f"{name} is {getattr(match, name)!r}, not {value!r}"
    if to_ms_or_none(match.flag_at) != flag_at:
        yield f"flag_at is {to_ms_or_none(match.flag_at)}, not {flag_at}"


def _games(match: Match, table: Table) -> Iterator[str]:
    rows = Game.objects.filter(match=match).order_by("number")
    written = list(rows.values_list("number", "winner", "kind", "points", "cube", "crawford"))
    results = [
        (result.game, result.winner, result.kind, result.points, result.cube, result.crawford)
        for result in table.match.results
    ]
    if written != results:
        yield "the games are not the results"
