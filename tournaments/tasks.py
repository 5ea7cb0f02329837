"""Background tasks of tournaments. What is owed is a row; a task finds it, calls one service, and is safe to run twice."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tournaments.bracket.services import advancement, snapshots
from tournaments.contacts.services import contacts
from tournaments.event.services import invitations
from tournaments.exchange.services import scheduled_backups
from tournaments.notices.services import entry_emails, notices
from tournaments.registration.services import registration_emails, registrations
from tournaments.rehearsal.services import demo
from tournaments.timing.services import punctuality
from tournaments.venue.services import board_sweep


@shared_task(name="tournaments.tasks.advance")
def advance(tournament_id: int, match_id: str | None = None) -> None:
    """Bring one tournament up to date; kicked when one of its matches ends."""
    ended = None if match_id is None else [UUID(match_id)]
    advancement.advance(tournament_id, timezone.now(), ended)


@shared_task(name="tournaments.tasks.sweep_advancement")
def sweep_advancement() -> None:
    """Find finished matches that are not recorded yet: the guarantee behind the kick. One tournament that fails does not stop the others."""
    errors = []
    for tournament_id in advancement.owed_tournaments():
        try:
            advancement.advance(tournament_id, timezone.now())
        except Exception as error:  # raised below, after the others
            errors.append(error)
    if errors:
        raise ExceptionGroup("advancement failed", errors)


@shared_task(name="tournaments.tasks.sweep_notices")
def sweep_notices() -> int:
    """Send the emails that are owed."""
    now = timezone.now()
    sent = notices.send_owed(now) + invitations.send_due(now) + entry_emails.send_owed(now)
    return sent + registration_emails.send_owed(now)


@shared_task(name="tournaments.tasks.sweep_board")
def sweep_board() -> int:
    """Over the board: let unanswered reports stand, and assign free tables to waiting slips."""
    return board_sweep.run_due(timezone.now())


@shared_task(name="tournaments.tasks.sweep_snapshots")
def sweep_snapshots() -> int:
    """Take the snapshots that spectators read where results are shown late."""
    return snapshots.keep(timezone.now())


@shared_task(name="tournaments.tasks.sweep_backups")
def sweep_backups() -> bool:
    """Back the site up if the last backup is too old."""
    return scheduled_backups.run_due(timezone.now()) is not None


@shared_task(name="tournaments.tasks.sweep_timing")
def sweep_timing() -> int:
    """Start matches that are due, check who is late, remind of deadlines and agreed times."""
    return punctuality.run_due(timezone.now())


@shared_task(name="tournaments.tasks.sweep_contacts")
def sweep_contacts() -> int:
    """Delete the contacts of entrants whose time is over, and registrations that nobody confirmed."""
    now = timezone.now()
    return contacts.sweep(now) + registrations.sweep(now)


@shared_task(name="tournaments.tasks.keep_demo_playing")
def keep_demo_playing() -> list[str]:
    """Keep a tournament of bots running in a demo."""
    return demo.keep_playing(timezone.now())
