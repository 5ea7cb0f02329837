"""What is owed over the board (tasks.sweep_board), and where a tournament is played."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import PlayingTable, Slip, TableUse, Tournament, Venue
from tournaments.permissions import Right, require, require_status
from tournaments.services.bracket import floor
from tournaments.services.bracket.start import settle_unanswered
from tournaments.services.locking import locked, save_changed
from tournaments.services.venue import assuming, reporting
from web.errors import DomainError

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
        assuming.assume_playing(now)  # shown, nothing is done by it
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
    seated = floor.seat_waiting(tournament, now)
    if seated:
        save_changed(tournament)
    return seated


@transaction.atomic
def set_where(tournament_id: int, where: str, *, by: User | None) -> None:
    """Online, over the board or both; before the start. Later single pairings and rounds are moved (moving.py)."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    if where not in Venue.Where.values:
        text = _("A tournament is played online, over the board, or both.")
        raise DomainError("bad_place", text, status=400)
    venue = Venue.objects.filter(tournament=tournament).first()
    if (venue.where if venue else Venue.Where.ONLINE) == where:
        return
    require_status(tournament, Status.DRAFT, Status.OPEN)
    venue, _is_new = Venue.objects.update_or_create(
        tournament=tournament, defaults={"where": where}
    )
    settle_unanswered(tournament, is_online=not venue.by_default_on_board)
    save_changed(tournament)


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
