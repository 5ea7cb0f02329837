"""Deletes the oldest bot tournaments of the demo, so that a demo left alone does not grow.

Only tournaments that the demo made, that are over, and that only bots played; nothing else is ever deleted here.
"""

from django.db import transaction

from accounts.models import NOT_HOUSE_BOTS
from games.models import Match
from tournaments.models import (
    Entry,
    Notice,
    Override,
    Pairing,
    PairingMatch,
    Result,
    Ruling,
    Stage,
    Tournament,
)

KEPT = 6
Status = Tournament.Status


@transaction.atomic
def forget(name_starts: str) -> int:
    """Delete all but the latest `KEPT` tournaments of that name, with their matches; returns how many."""
    over = Tournament.objects.filter(
        is_demo=True,
        name__startswith=name_starts,
        status__in=[Status.FINISHED, Status.CANCELLED],
    )
    old = list(over.order_by("-id").values_list("id", flat=True)[KEPT:])
    people = Entry.objects.filter(tournament__in=old, player__bot_kind__in=NOT_HOUSE_BOTS)
    with_people = set(people.values_list("tournament_id", flat=True))
    gone = [pk for pk in old if pk not in with_people]
    if gone:
        _delete(gone)
    return len(gone)


def _delete(tournaments: list[int]) -> None:
    """From the leaves to the root: entries are protected by the rows that refer to them."""
    pairings = Pairing.objects.filter(stage__tournament__in=tournaments)
    tables = PairingMatch.objects.filter(pairing__in=pairings)
    matches = list(tables.values_list("match_id", flat=True))
    Notice.objects.filter(pairing_match__in=tables).delete()
    Result.objects.filter(pairing__in=pairings).update(superseded_by=None)
    Result.objects.filter(pairing__in=pairings).delete()
    Override.objects.filter(pairing__in=pairings).delete()
    Ruling.objects.filter(tournament__in=tournaments).update(undoes=None)
    Ruling.objects.filter(tournament__in=tournaments).delete()
    tables.delete()
    pairings.delete()
    Stage.objects.filter(tournament__in=tournaments).delete()
    Entry.objects.filter(tournament__in=tournaments).delete()
    Tournament.objects.filter(pk__in=tournaments).delete()
    Match.objects.filter(pk__in=matches).delete()
