"""The log of a match as it goes over the wire, and how far each log has come."""

from collections.abc import Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q
from orjson import dumps

from games.models import Action
from games.timestamps import iso, to_ms
from web import bound_sql

Row = dict[str, Any]
WIRED = ("seq", "game", "seat", "kind", "payload", "at")


_GROWN = {
    "postgresql": "SELECT m.id, m.seq FROM json_each_text(%s) AS shown(match, seq)"
    ' JOIN "games_match" m ON m.id = shown.match::uuid WHERE m.seq > shown.seq::int',
    "sqlite": "SELECT m.id, m.seq FROM json_each(%s) AS shown"
    ' JOIN "games_match" m ON m.id = shown.key WHERE m.seq > shown.value',
}
"""One parameter however many are asked for, and rows only of those that have grown: it is asked every second."""


def grown(shown: Mapping[UUID, int]) -> dict[UUID, int]:
    """Of these matches, each with a seq that is shown of it, the last seq of those whose log is longer. One query."""
    if not shown:
        return {}
    asked = dumps({match_id.hex: seq for match_id, seq in shown.items()}).decode()
    rows = bound_sql.fetch(_GROWN[connection.vendor], [asked])
    return {m if isinstance(m, UUID) else UUID(m): seq for m, seq in rows}


def actions_after(match_id: UUID, seq: int, limit: int | None = None) -> list[Row]:
    """The rows of the log after `seq`, in order."""
    rows = Action.objects.filter(match=match_id, seq__gt=seq).order_by("seq")
    return _wired(rows if limit is None else rows[:limit])


def actions_after_each(cursors: Mapping[UUID, int]) -> dict[UUID, list[Row]]:
    """The same for many matches, each after a seq of its own. One query."""
    each = (Q(match=match_id, seq__gt=seq) for match_id, seq in cursors.items())
    rows = Action.objects.filter(reduce(or_, each)).order_by("match_id", "seq")
    rows_by_match: dict[UUID, list[Row]] = {match_id: [] for match_id in cursors}
    for match_id, *row in rows.values_list("match_id", *WIRED):
        rows_by_match[match_id].append(_wire(*row))
    return rows_by_match


def rows_between(match_id: UUID, after: int, until: datetime) -> list[Row]:
    """The rows after `after` that had happened by `until`: what a delayed spectator may see."""
    return _wired(
        Action.objects.filter(match=match_id, seq__gt=after, at__lte=until).order_by("seq")
    )


def _wired(rows: Any) -> list[Row]:
    return [_wire(*row) for row in rows.values_list(*WIRED)]


def _wire(seq: int, game: int, seat: str, kind: str, payload: dict[str, Any], at: datetime) -> Row:
    return {
        "seq": seq,
        "game": game,
        "seat": seat,
        "kind": kind,
        "payload": payload,
        "at": iso(to_ms(at)),
    }
