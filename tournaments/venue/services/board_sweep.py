"""The sweep over the board (tasks.sweep_board): reports that stand by now, assumed starts, free tables."""

from datetime import datetime

from django.db import transaction

from tournaments.bracket.services import table_assignment
from tournaments.core.locking import locked, save_changed
from tournaments.models import PlayingTable, Slip, TableUse, Tournament
from tournaments.venue.services import assumed_start, reporting

Status = Tournament.Status


def run_due(now: datetime) -> int:
    """Count reports that nobody answered in time, and seat waiting matches at free tables; returns how many of both. A
    tournament that fails does not stop the others."""
    done, errors = 0, []
    for report_id in reporting.due_reports(now):
        try:
            done += reporting.let_stand(report_id, now)
        except Exception as error:  # raised below, after the others had their turn
            errors.append(error)
    try:
        assumed_start.assume_playing(now)  # for display only
    except Exception as error:  # see above
        errors.append(error)
    for tournament_id in _waiting_for_tables():
        try:
            done += seat(tournament_id, now)
        except Exception as error:  # see above
            errors.append(error)
    if errors:
        raise ExceptionGroup("over the board", errors)
    return done


@transaction.atomic
def seat(tournament_id: int, now: datetime) -> int:
    """Seat waiting matches at tables that became free, perhaps in another tournament of the event."""
    tournament = locked(tournament_id)
    seated = table_assignment.assign_tables(tournament, now)
    if seated:
        save_changed(tournament)
    return seated


def _waiting_for_tables() -> list[int]:
    """Tournaments with a waiting match and a free table."""
    in_use = TableUse.objects.filter(ended_at=None)
    free = PlayingTable.objects.filter(state=PlayingTable.State.FREE, stream=False).exclude(
        pk__in=in_use.values("table")
    )
    events = set(free.values_list("table_pool__event", flat=True))
    single = set(free.values_list("table_pool__tournament", flat=True))
    waits = Slip.objects.filter(closed_at=None, voided_at=None).exclude(
        pk__in=in_use.values("slip")
    )
    of = waits.filter(
        pairing__stage__tournament__status=Status.RUNNING,
        pairing__stage__tournament__venue__assigns=True,
    ).values_list("pairing__stage__tournament", "pairing__stage__tournament__event")
    return sorted(
        {pk for pk, event in of.distinct() if (event in events if event else pk in single)}
    )
