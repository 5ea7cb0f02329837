"""Snapshots for spectators who see results late: taken when a tournament has changed, kept while they are shown.

A snapshot is owed by a running tournament with `delay_results` whose newest snapshot is of an older version
(tasks.sweep_snapshots). Where the sweep is late, spectators see more late; they never see anything early.
"""

from datetime import datetime, timedelta
from time import monotonic

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from tournaments.bracket.selectors.delayed_results import OVER, forget_delayed
from tournaments.bracket.snapshot_sql import TABLES, stored
from tournaments.core.locking import locked
from tournaments.models import SpectatorSnapshot, Tournament

SHORTEST_GAP = timedelta(seconds=5)
PARTS = 20
"""This many snapshots are taken within one delay, so spectators wait at most that part of it longer."""
MARGIN = timedelta(minutes=1)
"""A process may still read a snapshot some seconds after a newer one has taken its place."""


def keep(now: datetime) -> int:
    """Take the snapshots that are owed and delete old ones; returns how many were taken. One tournament that fails does
    not stop the others."""
    began, taken, errors = monotonic(), 0, []
    for tournament_id in owed_tournaments(now):
        try:
            with transaction.atomic():
                tournament = locked(tournament_id)
                take(tournament, now + timedelta(seconds=monotonic() - began))
            taken += 1
        except Exception as error:  # raised below, after the others
            errors.append(error)
    _delete_old(now)
    if errors:
        raise ExceptionGroup("snapshots for spectators", errors)
    return taken


def owed_tournaments(now: datetime) -> list[int]:
    """Tournaments whose newest snapshot is out of date, and old enough for the next one."""
    owed = []
    for tournament in _delaying():
        newest = tournament.spectator_snapshots.order_by("at", "pk").last()
        if newest is None:
            is_due = tournament.status == Tournament.Status.RUNNING
        else:
            is_old = newest.at <= now - _gap(tournament.spectator_delay_s)
            is_due = is_old and newest.version != tournament.version
        owed += [tournament.pk] if is_due else []
    return owed


def take(tournament: Tournament, now: datetime) -> None:
    """Store the rows of this tournament as they are now. For a caller that has its lock, after everything was written."""
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    snapshot = SpectatorSnapshot.objects.create(tournament=tournament, version=version, at=now)
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(stored(table, tournament.pk), (snapshot.pk, table.name))
    forget_delayed()


def delays_results(tournament: Tournament) -> bool:
    """Does it delay results for spectators? A rehearsal has none."""
    return (
        tournament.delay_results
        and tournament.spectator_delay_s > 0
        and not tournament.is_rehearsal
    )


def _delaying() -> QuerySet[Tournament]:
    """Tournaments that delay results and have begun. They are few, so a query for each does no harm."""
    return Tournament.objects.filter(
        Q(status=Tournament.Status.RUNNING) | Q(spectator_snapshots__isnull=False),
        delay_results=True,
        spectator_delay_s__gt=0,
        is_rehearsal=False,
    ).distinct()


def _delete_old(now: datetime) -> None:
    """Delete snapshots that spectators no longer read; all of a tournament that is over, once the last one is public."""
    for tournament in _delaying():
        shown_at = now - timedelta(seconds=tournament.spectator_delay_s) - MARGIN
        public = tournament.spectator_snapshots.filter(at__lte=shown_at).order_by("at", "pk")
        last = public.last()
        if last is None:
            continue
        is_settled = tournament.status in OVER and last.version == tournament.version
        if is_settled:
            tournament.spectator_snapshots.all().delete()
        else:
            public.exclude(pk=last.pk).delete()
    forget_delayed()


def _gap(delay_s: int) -> timedelta:
    """How long after one snapshot the next may be taken."""
    return max(SHORTEST_GAP, timedelta(seconds=delay_s) / PARTS)
