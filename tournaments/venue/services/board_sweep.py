"""What is owed over the board (tasks.sweep_board), and where a tournament is played."""

from datetime import datetime

from django.db import transaction

from tournaments.bracket.services import table_assignment
from tournaments.core.locking import locked, save_changed
from tournaments.models import PlayingTable, Slip, TableUse, Tournament
from tournaments.venue.services import assumed_start, reporting

Status = Tournament.Status


def keep(now: datetime) -> int:
    """Let reports stand whose time is over, and give tables to who waits; says how often something happened. One bad
    tournament holds up no other."""
    done, errors = 0, []
    for report_id in reporting.owed_reports(now):
        try:
            done += reporting.let_stand(report_id, now)
        except Exception as error:  # raised below, after the others had their turn
            errors.append(error)
    try:
        assumed_start.assume_playing(now)  # shown, nothing is done by it
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
    """Who waits gets a table that has become free, in another tournament of the event perhaps."""
    tournament = locked(tournament_id)
    seated = table_assignment.assign_tables(tournament, now)
    if seated:
        save_changed(tournament)
    return seated


def _waiting_for_tables() -> list[int]:
    """Tournaments in which two wait although a table is free."""
    in_use = TableUse.objects.filter(ended_at=None)
    free = PlayingTable.objects.filter(state=PlayingTable.State.FREE, stream=False).exclude(
        pk__in=in_use.values("table")
    )
    events = set(free.values_list("hall__event", flat=True))
    single = set(free.values_list("hall__tournament", flat=True))
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
