"""The statements of a batch that write its log, snapshots and new matches, and look up its keys.

One statement each, however long the batch. Decides nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection

from games.models import Action, Match
from games.services.submissions import Written
from games.timestamps import from_ms, to_ms
from web import bound_sql

Key = tuple[UUID, str, str]


class SnapshotColumns(NamedTuple):
    """The columns that `act_many` rewrites; field names are column names."""

    id: UUID
    seq: int
    state: dict[str, Any]
    last_at: datetime
    status: str
    paused: bool
    score_a: int
    score_b: int
    to_act: str | None
    flag_at: datetime | None
    next_at: datetime | None
    bot_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    winner: str | None
    reason: str


class Seal(NamedTuple):
    """The secret behind an epoch's dice, and the commitment published for it; names are column names."""

    match_id: UUID
    epoch: int
    seed: str
    commitment: str
    created_at: datetime
    shared_id: UUID | None = None


KEY_TYPES = {"match_id": "uuid", "seat": "text", "key": "text"}
ACTION_TYPES = {
    "match_id": "uuid",
    "seq": "int",
    "game": "int",
    "seat": "text",
    "kind": "text",
    "payload": "jsonb",
    "at": "timestamptz",
    "key": "text",
}
SNAPSHOT_TYPES = {
    "id": "uuid",
    "seq": "int",
    "state": "jsonb",
    "last_at": "timestamptz",
    "status": "text",
    "paused": "bool",
    "score_a": "int",
    "score_b": "int",
    "to_act": "text",
    "flag_at": "timestamptz",
    "next_at": "timestamptz",
    "bot_at": "timestamptz",
    "started_at": "timestamptz",
    "finished_at": "timestamptz",
    "winner": "text",
    "reason": "text",
}
MATCH_TYPES = {
    **SNAPSHOT_TYPES,
    "kind": "text",
    "rules": "jsonb",
    "clock": "jsonb",
    "context": "jsonb",
    "created_at": "timestamptz",
}
SEAT_TYPES = {"match_id": "uuid", "seat": "text", "player_id": "bigint"}
SEAL_TYPES = {
    "match_id": "uuid",
    "epoch": "int",
    "seed": "text",
    "commitment": "text",
    "created_at": "timestamptz",
    "shared_id": "uuid",
}


def dump(value: object) -> str:
    """Compact JSON."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def logged(keys: Sequence[Key]) -> dict[Key, Written]:
    """The rows already written under these (match, seat, key)."""
    if not keys:
        return {}
    if connection.vendor == "postgresql":
        asked = f"SELECT match_id, seat, key FROM json_to_recordset(%s){_record(KEY_TYPES)}"  # noqa: S608
        params = [_json(keys, KEY_TYPES)]
    else:
        asked = "VALUES " + ", ".join(["(%s, %s, %s)"] * len(keys))
        params = [part for match_id, seat, key in keys for part in (match_id.hex, seat, key)]
    rows = Action.objects.raw(
        f"SELECT * FROM games_action WHERE (match_id, seat, key) IN ({asked})",  # noqa: S608
        params,
    )
    return {
        (row.match_id, row.seat, row.key or ""): Written(
            row.match_id, row.seq, row.game, row.seat, row.kind, row.payload, to_ms(row.at), row.key
        )
        for row in rows
    }


def append_log(written: Sequence[Written]) -> None:
    """Put these rows on the log, in one statement."""
    rows = [
        (w.match_id, w.seq, w.game, w.seat, w.kind, w.payload, from_ms(w.at_ms), w.key)
        for w in written
    ]
    _insert("games_action", ACTION_TYPES, rows)


def insert_matches(matches: Sequence[Match]) -> None:
    """Write matches that are new, in one statement."""
    rows = [[getattr(match, name) for name in MATCH_TYPES] for match in matches]
    _insert("games_match", MATCH_TYPES, rows)


def insert_seats(seats: Sequence[tuple[UUID, str, int]]) -> None:
    """Write who holds which seat, in one statement; partners keep their order."""
    _insert("games_matchseat", SEAT_TYPES, seats)


def insert_seals(seals: Sequence[Seal]) -> None:
    """Write the secrets of new epochs, in one statement."""
    _insert("games_matchseed", SEAL_TYPES, seals)


def save_snapshots(snapshots: Sequence[SnapshotColumns]) -> None:
    """Rewrite the snapshots, in one statement."""
    names = list(SNAPSHOT_TYPES)[1:]
    if connection.vendor == "postgresql":
        sets = ", ".join(f"{name} = new.{name}" for name in names)
        bound_sql.execute(
            f"UPDATE games_match SET {sets} FROM json_to_recordset(%s)"  # noqa: S608
            f"{_record(SNAPSHOT_TYPES, 'new')} WHERE games_match.id = new.id",
            [_json(snapshots, SNAPSHOT_TYPES)],
        )
    else:
        sets = ", ".join(f"{name} = %s" for name in names)
        rows = [(*values, match_id) for match_id, *values in snapshots]
        _execute_each(f"UPDATE games_match SET {sets} WHERE id = %s", rows)  # noqa: S608


def _insert(table: str, types: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> None:
    if not rows:
        return
    names = ", ".join(types)
    if connection.vendor == "postgresql":
        bound_sql.execute(
            f"INSERT INTO {table} ({names}) SELECT {names}"  # noqa: S608
            f" FROM json_to_recordset(%s){_record(types)}",
            [_json(rows, types)],
        )
    else:
        marks = ", ".join(["%s"] * len(types))
        _execute_each(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


def _record(types: Mapping[str, str], name: str = "row") -> str:
    return f" AS {name}(" + ", ".join(f"{column} {kind}" for column, kind in types.items()) + ")"


def _json(rows: Iterable[Sequence[Any]], types: Mapping[str, str]) -> str:
    """The rows as one JSON parameter: a statement with one parameter is the same for any batch."""
    return dump([dict(zip(types, row, strict=True)) for row in rows])


def _execute_each(sql: str, rows: Iterable[Sequence[Any]]) -> None:
    """SQLite: the same prepared statement for every row."""
    with connection.cursor() as cursor:
        cursor.executemany(sql, [tuple(map(_sqlite_value, row)) for row in rows])


def _sqlite_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return str(value.replace(tzinfo=None))
    if isinstance(value, UUID):
        return value.hex
    return dump(value) if isinstance(value, dict) else value
