"""The statements of `act_many`: lock and read a batch, look up its keys, write its log and snapshots.

One statement each, however long the batch. Decides nothing.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from games.models import Action, Match, MatchSeat, MatchSeed
from games.moments import from_ms, to_ms
from games.services.submissions import Written
from games.sheet import Seated, Seats, seats_held

LOCK_TIMEOUT_MS = 2000


@dataclass(frozen=True, slots=True)
class Locked:
    """A match's row, read under its lock. `seed` is the current epoch's: it stays in the services."""

    match_id: UUID
    seq: int
    kind: str
    status: str
    paused: bool
    context: dict[str, Any]
    last_at: Any
    flag_at: Any
    next_at: Any
    started_at: Any
    finished_at: Any
    state: str
    seed: str


@dataclass(slots=True)
class Snapshot:
    """The columns that `act_many` rewrites; field names are column names."""

    id: UUID
    seq: int
    state: str
    last_at: Any
    status: str
    paused: bool
    score_a: int
    score_b: int
    to_act: str | None
    flag_at: Any
    next_at: Any
    bot_at: Any
    started_at: Any
    finished_at: Any
    winner: str | None
    reason: str


LOCKED_FIELDS = (
    "id",
    "seq",
    "kind",
    "status",
    "paused",
    "context",
    "last_at",
    "flag_at",
    "next_at",
    "started_at",
    "finished_at",
    "state_text",
    "seed",
)


def dump(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, separators=(",", ":"))


def load(text: str) -> Any:
    return json.loads(text)


def lock(match_ids: Iterable[UUID], *, wait: bool) -> list[Locked]:
    """Lock these matches in id order; without `wait`, those locked elsewhere are left out.

    On SQLite the immediate transaction is the lock.
    """
    if wait and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT_MS}")
    newest_seed = MatchSeed.objects.filter(match=OuterRef("pk")).order_by("-epoch").values("seed")
    rows = (
        Match.objects.select_for_update(skip_locked=not wait, of=("self",))
        .filter(id__in=list(match_ids))
        .order_by("id")
        .annotate(state_text=Cast("state", TextField()), seed=Subquery(newest_seed[:1]))
        .values_list(*LOCKED_FIELDS)
    )
    return [Locked(*row) for row in rows]


def seated(match_ids: Iterable[UUID]) -> dict[UUID, Seats]:
    """Who holds the seats of these matches."""
    ids = list(match_ids)
    rows = MatchSeat.objects.filter(match_id__in=ids).values_list(
        "match_id",
        "seat",
        "player_id",
        "player__name",
        "player__country",
        "player__bot_kind",
        "player__user_id",
        "player__user__suspended_at",
    )
    held: dict[UUID, list[tuple[str, Seated]]] = {match_id: [] for match_id in ids}
    for match_id, seat, player_id, name, country, bot_kind, user_id, suspended_at in rows:
        who = Seated(player_id, name, country or "", bot_kind, user_id, suspended_at is not None)
        held[match_id].append((seat, who))
    return {match_id: seats_held(pairs) for match_id, pairs in held.items()}


def known(keys: Sequence[tuple[UUID, str, str]]) -> dict[tuple[UUID, str, str], Written]:
    """The rows already written under these (match, seat, key)."""
    if not keys:
        return {}
    one = "(%s::uuid, %s, %s)" if connection.vendor == "postgresql" else "(%s, %s, %s)"
    values = ", ".join([one] * len(keys))
    prepare = Match._meta.pk.get_db_prep_value
    params = [part for m, seat, key in keys for part in (prepare(m, connection), seat, key)]
    rows = Action.objects.raw(
        "SELECT id, match_id, seq, game, seat, kind, payload, at, key FROM games_action"  # noqa: S608
        f" WHERE (match_id, seat, key) IN (VALUES {values})",
        params,
    )
    return {
        (row.match_id, row.seat, row.key or ""): Written(
            row.match_id, row.seq, row.game, row.seat, row.kind, row.payload, to_ms(row.at), row.key
        )
        for row in rows
    }


def append(written: Sequence[Written]) -> None:
    """Put these rows on the log, in one statement."""
    if connection.vendor == "postgresql":
        _append_postgresql(written)
        return
    Action.objects.bulk_create(
        Action(
            match_id=row.match_id,
            seq=row.seq,
            game=row.game,
            seat=row.seat,
            kind=row.kind,
            payload=row.payload,
            at=from_ms(row.at_ms),
            key=row.key,
        )
        for row in written
    )


def _append_postgresql(written: Sequence[Written]) -> None:
    columns: list[list[Any]] = [[] for _ in range(8)]
    for row in written:
        values = (
            row.match_id,
            row.seq,
            row.game,
            row.seat,
            row.kind,
            dump(row.payload),
            from_ms(row.at_ms),
            row.key,
        )
        for column, value in zip(columns, values, strict=True):
            column.append(value)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_action (match_id, seq, game, seat, kind, payload, at, key)"
            " SELECT * FROM unnest(%s::uuid[], %s::int[], %s::int[], %s::text[], %s::text[],"
            " %s::jsonb[], %s::timestamptz[], %s::text[])",
            columns,
        )


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
COLUMNS = list(SNAPSHOT_TYPES)[1:]


def save(snapshots: Sequence[Snapshot]) -> None:
    """Rewrite the snapshots, in one statement."""
    if connection.vendor == "postgresql":
        _save_postgresql(snapshots)
    else:
        _save_sqlite(snapshots)


def _save_postgresql(snapshots: Sequence[Snapshot]) -> None:
    arrays = ", ".join(f"%s::{kind}[]" for kind in SNAPSHOT_TYPES.values())
    sets = ", ".join(f"{name} = new.{name}" for name in COLUMNS)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_match SET {sets} FROM unnest({arrays})"  # noqa: S608
            f" AS new({', '.join(SNAPSHOT_TYPES)}) WHERE games_match.id = new.id",
            [list(column) for column in zip(*map(astuple, snapshots), strict=True)],
        )


def _save_sqlite(snapshots: Sequence[Snapshot]) -> None:
    sets = ", ".join(f"{name} = %s" for name in COLUMNS)
    adapt = connection.ops.adapt_datetimefield_value
    rows = []
    for snapshot in snapshots:
        match_id, *values = astuple(snapshot)
        for index, name in enumerate(COLUMNS):
            if SNAPSHOT_TYPES[name] == "timestamptz":
                values[index] = adapt(values[index])
        rows.append([*values, match_id.hex])
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE games_match SET {sets} WHERE id = %s", rows)  # noqa: S608
