"""The pages of what a club runs name the club: they are made anew when that changes."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import F, Q

from clubs.models import Club, ClubHosting
from tournaments.core.locking import raise_versions
from tournaments.models import Event, Tournament


def renew_hosted_pages(club: Club) -> None:
    """After the commit, the versions of everything that the club runs now rise. Two queries here. It waits for the commit
    because tournaments and events are locked before clubs."""
    hosted = ClubHosting.objects.filter(club=club)
    events = list(hosted.exclude(event=None).values_list("event_id", flat=True))
    alone = list(hosted.exclude(tournament=None).values_list("tournament_id", flat=True))
    renew_pages(events, alone)


def renew_pages(events: Iterable[int | None], tournaments: Iterable[int | None]) -> None:
    """After the commit, the versions of these events, with their tournaments, and of these tournaments rise."""
    ids = [[pk for pk in listed if pk is not None] for listed in (events, tournaments)]
    transaction.on_commit(partial(_raise, *ids))


@transaction.atomic
def _raise(events: list[int], tournaments: list[int]) -> None:
    Event.objects.filter(pk__in=events).update(version=F("version") + 1)
    shown = Tournament.objects.filter(Q(event__in=events) | Q(pk__in=tournaments))
    raise_versions(list(shown.values_list("pk", flat=True)))
