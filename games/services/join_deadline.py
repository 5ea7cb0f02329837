"""Until when the players of a match that waits for them have to be there. What follows when they are not is in timeouts.py."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Match, MatchStatus
from games.services.batch import AT_ONCE


@transaction.atomic
def await_players(
    untils: Mapping[UUID, datetime | None], join_s: Mapping[UUID, int | None]
) -> list[UUID]:
    """From now on these wait for both until then, without end where that is None; returns those that still wait.

    `join_s` is how long each waits if its wait begins anew, after a pause. A match that has begun, or is paused or over,
    is left alone.
    """
    ids = sorted(untils)
    done: list[UUID] = []
    for start in range(0, len(ids), AT_ONCE):
        rows = _waiting(ids[start : start + AT_ONCE])
        for row in rows:
            row.next_at = untils[row.pk]
            row.context = {**row.context, "join_s": join_s.get(row.pk)}
        Match.objects.bulk_update(rows, ["next_at", "context"], batch_size=AT_ONCE)
        done += [row.pk for row in rows]
    return done


def _waiting(ids: Iterable[UUID]) -> list[Match]:
    """Locked in the order of their ids, as every batch does it."""
    rows = Match.objects.filter(pk__in=list(ids), status=MatchStatus.JOINING, paused=False)
    return list(rows.order_by("pk").select_for_update().only("id", "next_at", "context"))
