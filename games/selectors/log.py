"""The log of a match as it goes over the wire, and how far each log has come."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import Action, Match
from games.moments import iso, to_ms

Row = dict[str, Any]


def seqs(match_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The last seq of each match, in one query."""
    return dict(Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "seq"))


def actions_after(match_id: UUID, seq: int, limit: int | None = None) -> list[Row]:
    """The rows of the log after `seq`, in order."""
    rows = Action.objects.filter(match=match_id, seq__gt=seq).order_by("seq")
    return _wired(rows if limit is None else rows[:limit])


def rows_between(match_id: UUID, after: int, until: datetime) -> list[Row]:
    """The rows after `after` that had happened by `until`: what a delayed spectator may see."""
    return _wired(
        Action.objects.filter(match=match_id, seq__gt=after, at__lte=until).order_by("seq")
    )


def _wired(rows: Any) -> list[Row]:
    fields = rows.values_list("seq", "game", "seat", "kind", "payload", "at")
    return [
        {
            "seq": seq,
            "game": game,
            "seat": seat,
            "kind": kind,
            "payload": payload,
            "at": iso(to_ms(at)),
        }
        for seq, game, seat, kind, payload, at in fields
    ]
