"""The statements with which a batch takes its matches: lock them, and read what is not cached. Decides nothing."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from games.loaded_match import SeatedPlayer, Seats, seats_of_pairs
from games.models import Match, MatchSeed
from games.timestamps import to_ms, to_ms_or_none
from web import bound_sql

LOCK_TIMEOUT_MS = 2000


class LockedRow(NamedTuple):
    """What the lock statement reads of a match: its `seq`, and what may change without a new one. Times in milliseconds."""

    match_id: UUID
    seq: int
    context: str
    flag_ms: int | None
    next_ms: int | None


class MatchRow(NamedTuple):
    """A match's whole row, read under its lock. `seed` is the current epoch's: it stays in the services."""

    match_id: UUID
    seq: int
    kind: str
    context: dict[str, Any]
    last_ms: int
    flag_ms: int | None
    next_ms: int | None
    started_at: datetime | None
    finished_at: datetime | None
    state: str
    seed: str


def lock(match_ids: Iterable[UUID], *, wait: bool) -> list[LockedRow]:
    """Lock these matches in id order; without `wait`, those locked elsewhere are left out.

    On SQLite the immediate transaction is the lock.
    """
    if connection.vendor == "postgresql":
        if wait:
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT_MS}")
        locked = bound_sql.fetch(_LOCK if wait else _LOCK_FREE, [list(match_ids)])
        return [LockedRow(*row) for row in locked]
    ids = [match_id.hex for match_id in match_ids]
    rows = bound_sql.fetch(_READ % ", ".join(["%s"] * len(ids)), ids)
    return [LockedRow(UUID(match_id), *rest) for match_id, *rest in rows]


def read(match_ids: Iterable[UUID]) -> list[MatchRow]:
    """The whole rows of these matches."""
    newest_seed = MatchSeed.objects.filter(match=OuterRef("pk")).order_by("-epoch").values("seed")
    state, seed = Cast("state", TextField()), Subquery(newest_seed[:1])
    rows = Match.objects.filter(id__in=list(match_ids)).values_list(
        "id", "seq", "kind", "context", "last_at", "flag_at", "next_at", "started_at", "finished_at",
        state, seed,
    )  # fmt: skip
    return [_in_ms(row) for row in rows]


def _in_ms(row: tuple[Any, ...]) -> MatchRow:
    """Times come as datetimes."""
    times = to_ms(row[4]), to_ms_or_none(row[5]), to_ms_or_none(row[6])
    return MatchRow._make((*row[:4], *times, *row[7:]))


def seated(match_ids: Iterable[UUID]) -> dict[UUID, Seats]:
    """Who holds the seats of these matches. Written by hand: in a quiet room it is asked for every move, and Django takes longer
    to put it together than the database to answer.
    """
    ids = list(match_ids)
    these, params = _among(ids if connection.vendor == "postgresql" else [m.hex for m in ids])
    rows = bound_sql.fetch(_SEATED % these, params)
    seats: dict[UUID, list[tuple[str, SeatedPlayer]]] = {match_id: [] for match_id in ids}
    for match_id, seat, player_id, name, country, bot_kind, user_id, is_suspended in rows:
        player = SeatedPlayer(player_id, name, country or "", bot_kind, user_id, bool(is_suspended))
        of = match_id if isinstance(match_id, UUID) else UUID(match_id)
        seats[of].append((seat, player))
    return {match_id: seats_of_pairs(pairs) for match_id, pairs in seats.items()}


def suspended(user_ids: Iterable[int]) -> list[int]:
    """Those of these users who are suspended now."""
    these, params = _among(list(user_ids))
    return [user_id for (user_id,) in bound_sql.fetch(_SUSPENDED % these, params)]


def _among(values: list[Any]) -> tuple[str, list[Any]]:
    """The condition `= ANY` or `IN`, and its parameters."""
    if connection.vendor == "postgresql":
        return "= ANY(%s)", [values]
    return f"IN ({', '.join(['%s'] * len(values))})", values


def _postgresql_ms(column: str) -> str:
    return f"floor(extract(epoch FROM {column}) * 1000)::bigint"


def _sqlite_ms(column: str) -> str:
    """Times are text: 2026-07-01 12:00:00.250000, the fraction left out when there is none. Formatted twice, hence the signs."""
    seconds = f"CAST(strftime('%%%%s', substr({column}, 1, 19)) AS INTEGER)"
    return f"{seconds} * 1000 + CAST(substr({column}, 21, 3) AS INTEGER)"


_SUSPENDED = "SELECT id FROM accounts_user WHERE suspended_at IS NOT NULL AND id %s"
_SEATED = (
    "SELECT m.match_id, m.seat, p.id, p.name, p.country, p.bot_kind, p.user_id,"
    ' u.suspended_at IS NOT NULL FROM "games_matchseat" m JOIN "accounts_player" p ON p.id = m.player_id'
    ' LEFT JOIN "accounts_user" u ON u.id = p.user_id WHERE m.match_id %s ORDER BY m.id'
)
_LOCK = (
    f"SELECT id, seq, context::text, {_postgresql_ms('flag_at')}, {_postgresql_ms('next_at')}"  # noqa: S608
    " FROM games_match WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
)
_LOCK_FREE = _LOCK + " SKIP LOCKED"
_READ = (
    f"SELECT id, seq, context, {_sqlite_ms('flag_at')}, {_sqlite_ms('next_at')}"  # noqa: S608
    " FROM games_match WHERE id IN (%s) ORDER BY id"
)
