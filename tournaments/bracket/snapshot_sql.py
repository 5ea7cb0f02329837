"""SQL for snapshots of a tournament: which rows they contain, how these are stored, and how they are
read in place of the live rows.

Every table is named with its schema. A common table expression of the same name then replaces the table in the
rest of the statement, while in its own text the schema leads to the real one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from games.models import Match, MatchSeat
from tournaments import models
from tournaments.models import PairingMatch, SnapshotRows, Tournament


@dataclass(frozen=True, slots=True)
class SnapshotTable:
    """A table and the foreign keys that lead from it to its tournament. `columns`: only these are held back, else all."""

    model: type[Model]
    path: tuple[str, ...]
    columns: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.model._meta.db_table


@dataclass(frozen=True, slots=True)
class SnapshotReading:
    """A tournament that is read from a snapshot, and the moment up to which its matches may be seen."""

    tournament: int
    snapshot: int
    until: datetime


PAIRING = ("pairing", "stage", "tournament")
TABLES = (
    SnapshotTable(
        Tournament,
        (),
        ("version", "updated_at", "status", "champion_id", "finished_at", "on_tv_id"),
    ),
    SnapshotTable(models.Entry, ("tournament",)),
    SnapshotTable(models.EntryMember, ("entry", "tournament")),
    SnapshotTable(models.Stage, ("tournament",)),
    SnapshotTable(models.Round, ("stage", "tournament")),
    SnapshotTable(models.RoundDeadline, ("round", "stage", "tournament")),
    SnapshotTable(models.Pairing, ("stage", "tournament")),
    SnapshotTable(models.Slot, PAIRING),
    SnapshotTable(PairingMatch, PAIRING),
    SnapshotTable(models.MatchTiming, ("pairing_match", *PAIRING)),
    SnapshotTable(models.Slip, PAIRING),
    SnapshotTable(models.TableUse, ("slip", *PAIRING)),
    SnapshotTable(models.ScoreReport, ("slip", *PAIRING)),
    SnapshotTable(models.SheetGame, ("slip", *PAIRING)),
    SnapshotTable(models.Result, PAIRING),
    SnapshotTable(models.Override, PAIRING),
    SnapshotTable(models.TeamLineup, PAIRING),
    SnapshotTable(models.Ruling, ("tournament",)),
    SnapshotTable(models.Absence, PAIRING),
    SnapshotTable(models.Penalty, PAIRING),
    SnapshotTable(models.ConductPenalty, ("tournament",)),
    SnapshotTable(models.PairingRequest, ("tournament",)),
    SnapshotTable(models.SidePoolEntry, ("pool", "tournament")),
)
BY_NAME = {table.name: table for table in TABLES}
MATCH, SEAT = Match._meta.db_table, MatchSeat._meta.db_table
OF_NOW = frozenset({"to_act", "flag_at", "next_at", "bot_at"})
"""What a match waits for. The end of the match ends that too; `games.selectors.visibility` says what it was before."""
DELAYED = frozenset(BY_NAME) | {MATCH, SEAT}
"""The tables that spectators read late."""


def stored(table: SnapshotTable, tournament: int) -> str:
    """Stores the rows of one table; its parameters are the snapshot's id and the table's name."""
    model = table.model
    names = _stored_columns(table)
    rows = f"SELECT {_list(names)} FROM {_real(model)} WHERE {_belongs(table, [tournament])}"
    rows += f" ORDER BY {_quoted(_key(model))}"
    if connection.vendor == "postgresql":
        collected = "COALESCE(jsonb_agg(to_jsonb(r)), '[]'::jsonb)"
    else:
        pairs = ", ".join(f"'{name}', {_quoted(name)}" for name in names)
        collected = f"json_group_array(json_object({pairs}))"
    into = f'{_real(SnapshotRows)} ("snapshot_id", "table", "rows")'
    return f"INSERT INTO {into} SELECT %s, %s, {collected} FROM ({rows}) AS r"


def read_instead(name: str, readings: Sequence[SnapshotReading]) -> str:
    """The common table expression that a spectator reads in place of this table."""
    if name == MATCH:
        body = _matches(readings)
    elif name == SEAT:
        body = f'SELECT {_all(MatchSeat)} FROM {_real(MatchSeat)} WHERE "match_id" NOT IN ({_new_matches(readings)})'
    elif BY_NAME[name].columns:
        body = _partly(BY_NAME[name], readings)
    else:
        body = _wholly(BY_NAME[name], readings)
    inline = "NOT MATERIALIZED " if connection.vendor == "postgresql" else ""
    return f"{_quoted(name)} AS {inline}({body})"


def _wholly(table: SnapshotTable, readings: Sequence[SnapshotReading]) -> str:
    columns = _all(table.model)
    live = f"SELECT {columns} FROM {_real(table.model)} WHERE NOT ({_of_these(table, readings)})"
    return f"{live} UNION ALL SELECT {columns} FROM ({_snapshot(table, readings)}) AS snapshot"


def _partly(table: SnapshotTable, readings: Sequence[SnapshotReading]) -> str:
    columns, key = _all(table.model), _quoted(_key(table.model))
    shown = ", ".join(
        f"{'snapshot' if name in table.columns else 'live'}.{_quoted(name)}"
        for name in _columns(table.model)
    )
    real = _real(table.model)
    return (
        f"SELECT {columns} FROM {real} WHERE NOT ({_of_these(table, readings)}) "
        f"UNION ALL SELECT {shown} FROM {real} AS live "
        f"JOIN ({_snapshot(table, readings)}) AS snapshot ON snapshot.{key} = live.{key}"
    )


def _snapshot(table: SnapshotTable, readings: Sequence[SnapshotReading]) -> str:
    """The query for the rows of a table in these snapshots."""
    names = _stored_columns(table)
    which = _numbers(reading.snapshot for reading in readings)
    where = f'sets."snapshot_id" IN ({which}) AND sets."table" = \'{table.name}\''
    if connection.vendor == "postgresql":
        shape = f'jsonb_populate_recordset(NULL::{_real(table.model)}, sets."rows")'
        shown = ", ".join(f"r.{_quoted(name)}" for name in names)
    else:
        shape = 'json_each(sets."rows")'
        shown = ", ".join(f"json_extract(r.value, '$.{name}') AS {_quoted(name)}" for name in names)
    return (
        f"SELECT {shown} FROM {_real(SnapshotRows)} AS sets CROSS JOIN {shape} AS r WHERE {where}"
    )


def _matches(readings: Sequence[SnapshotReading]) -> str:
    """The matches except those that are not in the snapshot; a match that has ended since is still being played."""
    all_of = _match_ids(_of_these(BY_NAME[PairingMatch._meta.db_table], readings))
    parts = [f'SELECT {_all(Match)} FROM {_real(Match)} WHERE "id" NOT IN ({all_of})']
    for reading in readings:
        shown = _columns_until(_moment(reading.until))
        parts.append(f'SELECT {shown} FROM {_real(Match)} WHERE "id" IN ({_shown([reading])})')
    return " UNION ALL ".join(parts)


def _columns_until(until: str) -> str:
    """The columns of matches, of which those that ended after this moment look as if they were still on."""
    in_play = f"CASE WHEN \"started_at\" <= {until} THEN 'playing' ELSE 'joining' END"
    at_end = {"status": in_play, "finished_at": "NULL", "winner": "NULL", "reason": "''"}
    columns = []
    for name in _columns(Match):
        shown = _quoted(name)
        if name in OF_NOW:
            shown = f'CASE WHEN "last_at" > {until} THEN NULL ELSE {shown} END AS {shown}'
        elif name in at_end:
            shown = (
                f'CASE WHEN "finished_at" > {until} THEN {at_end[name]} ELSE {shown} END AS {shown}'
            )
        columns.append(shown)
    return ", ".join(columns)


def _new_matches(readings: Sequence[SnapshotReading]) -> str:
    """The ids of matches that were made after the snapshot."""
    table = BY_NAME[PairingMatch._meta.db_table]
    return _match_ids(f'{_of_these(table, readings)} AND "match_id" NOT IN ({_shown(readings)})')


def _match_ids(where: str) -> str:
    return f'SELECT "match_id" FROM {_real(PairingMatch)} WHERE {where}'


def _shown(readings: Sequence[SnapshotReading]) -> str:
    rows = _snapshot(BY_NAME[PairingMatch._meta.db_table], readings)
    return f'SELECT "match_id" FROM ({rows}) AS shown'


def _of_these(table: SnapshotTable, readings: Sequence[SnapshotReading]) -> str:
    return _belongs(table, [reading.tournament for reading in readings])


def _belongs(table: SnapshotTable, tournaments: Iterable[int]) -> str:
    """The condition for rows that belong to these tournaments."""
    return _leads_to(table.model, table.path, _numbers(tournaments))


def _leads_to(model: type[Model], path: tuple[str, ...], numbers: str) -> str:
    if not path:
        return f"{_quoted(_key(model))} IN ({numbers})"
    field: Any = model._meta.get_field(path[0])
    parent: type[Model] = field.related_model
    column = _quoted(field.column)
    if len(path) == 1:
        return f"{column} IN ({numbers})"
    inner = f"SELECT {_quoted(_key(parent))} FROM {_real(parent)} WHERE {_leads_to(parent, path[1:], numbers)}"
    return f"{column} IN ({inner})"


def _columns(model: type[Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _stored_columns(table: SnapshotTable) -> list[str]:
    return [_key(table.model), *table.columns] if table.columns else _columns(table.model)


def _all(model: type[Model]) -> str:
    return _list(_columns(model))


def _list(names: Iterable[str]) -> str:
    return ", ".join(_quoted(name) for name in names)


def _key(model: type[Model]) -> str:
    return str(model._meta.pk.column)


def _numbers(ids: Iterable[int]) -> str:
    return ", ".join(str(int(number)) for number in ids)


def _moment(at: datetime) -> str:
    """A time as a literal of the database."""
    at = at.astimezone(UTC).replace(tzinfo=None)
    if connection.vendor == "postgresql":
        return f"TIMESTAMPTZ '{at.isoformat(sep=' ')}+00'"
    return f"'{connection.ops.adapt_datetimefield_value(at.replace(tzinfo=UTC))}'"


def _real(model: type[Model]) -> str:
    return f"{_quoted(_schema())}.{_quoted(model._meta.db_table)}"


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


@cache
def _schema() -> str:
    if connection.vendor != "postgresql":
        return "main"
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        return str(cursor.fetchone()[0])
