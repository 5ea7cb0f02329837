"""The log of a match as it goes over the wire, and how far each log has come."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from games.models import Action, Match
from games.timestamps import iso, to_ms

Row = dict[str, Any]
WIRED = ("seq", "game", "seat", "kind", "payload", "at")


def seqs(match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The last seq of each match, in one query."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "seq"))


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
