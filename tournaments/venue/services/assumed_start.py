"""Over the board nobody presses a button when play begins. A match counts as playing some minutes after its call (tasks.sweep_board).

It is only shown: a draw, a move or a late entry asks what has really been written down (`Slip.begun_at`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import DateTimeField, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.bracket.selectors.venue_mode import has_tables
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import Absence, Slip, TableUse, Tournament, Venue

LONGEST_MIN = 120


def assume_playing(now: datetime) -> int:
    """Of every tournament whose matches were called long enough ago; says how many matches. Safe to run twice."""
    waiting = _waiting().filter(pairing__stage__tournament__status=Tournament.Status.RUNNING)
    tournaments = waiting.values_list("pairing__stage__tournament", flat=True).distinct()
    return sum(_assume(pk, now) for pk in sorted(tournaments))


@transaction.atomic
def set_minutes(tournament_id: int, minutes: int, *, by: Viewer | None) -> None:
    """How long after its call a match counts as playing; from now on."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    Venue.objects.filter(tournament=tournament).update(
        playing_after_min=max(0, min(minutes, LONGEST_MIN))
    )
    save_changed(tournament)


def _assume(tournament_id: int, now: datetime) -> int:
    """Without the lock where nothing is due, as the sweep asks every few seconds."""
    minutes = Venue.objects.filter(tournament=tournament_id).values_list(
        "playing_after_min", flat=True
    )
    until = now - timedelta(minutes=next(iter(minutes), 0))
    if not _due(tournament_id, until).exists():
        return 0
    with transaction.atomic():
        tournament = locked(tournament_id)
        due = list(_due(tournament_id, until).values_list("pk", flat=True))
        done = Slip.objects.filter(pk__in=due).update(assumed_at=now)
        if done:
            save_changed(tournament)
    return done


def _waiting() -> QuerySet[Slip]:
    """Slips of which nobody says that they have begun, nor that somebody is missing."""
    missing = Absence.objects.filter(pairing=OuterRef("pairing"), ended_at=None)
    return Slip.objects.filter(
        closed_at=None, voided_at=None, begun_at=None, assumed_at=None
    ).exclude(Exists(missing))


def _due(tournament_id: int, until: datetime) -> QuerySet[Slip]:
    """Called by `until`: with a table since then or, where there are no tables, made by then."""
    tournament = Tournament.objects.get(pk=tournament_id)
    found = _waiting().filter(pairing__stage__tournament=tournament, created_at__lte=until)
    use = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None).values("since")[:1]
    called = Subquery(use, output_field=DateTimeField())
    if has_tables(tournament):
        return found.annotate(called=called).filter(called__lte=until)
    return found.annotate(called=Coalesce(called, "created_at")).filter(called__lte=until)
