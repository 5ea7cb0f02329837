"""Over the board nobody reports that play begins, so a match counts as playing some minutes after its call.

This is for display only: a draw, a move or a late entry looks at what was recorded (`Slip.begun_at`).
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
    """Mark matches that were called long enough ago as playing; returns how many. Safe to run twice."""
    waiting = _waiting().filter(pairing__stage__tournament__status=Tournament.Status.RUNNING)
    tournaments = waiting.values_list("pairing__stage__tournament", flat=True).distinct()
    return sum(_assume(pk, now) for pk in sorted(tournaments))


@transaction.atomic
def set_minutes(tournament_id: int, minutes: int, *, by: Viewer | None) -> None:
    """Set how long after its call a match counts as playing."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    Venue.objects.filter(tournament=tournament).update(
        playing_after_min=max(0, min(minutes, LONGEST_MIN))
    )
    save_changed(tournament)


def _assume(tournament_id: int, now: datetime) -> int:
    """Takes the lock only if something is due, because the sweep runs every few seconds."""
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
    """Slips that have not begun and at which nobody is reported missing."""
    missing = Absence.objects.filter(pairing=OuterRef("pairing"), ended_at=None)
    return Slip.objects.filter(
        closed_at=None, voided_at=None, begun_at=None, assumed_at=None
    ).exclude(Exists(missing))


def _due(tournament_id: int, until: datetime) -> QuerySet[Slip]:
    """Slips called by `until`: with a table by then or, where there are no tables, created by then."""
    tournament = Tournament.objects.get(pk=tournament_id)
    slips = _waiting().filter(pairing__stage__tournament=tournament, created_at__lte=until)
    use = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None).values("since")[:1]
    called = Subquery(use, output_field=DateTimeField())
    if has_tables(tournament):
        return slips.annotate(called=called).filter(called__lte=until)
    return slips.annotate(called=Coalesce(called, "created_at")).filter(called__lte=until)
