"""A file of players for a whole event: uploaded, shown as a dry run, and applied with the digest of the dry run."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import lock_together, locked
from tournaments.core.permissions import Right, Viewer, require
from tournaments.exchange.services import import_event
from tournaments.exchange.services.import_countries import concerned
from tournaments.exchange.services.import_event import EventPlan
from tournaments.exchange.services.import_flow import (
    KEPT_FOR,
    NO_CHOICES,
    Confirmation,
    ImportNotConfirmed,
    dry_run_of,
)
from tournaments.exchange.services.import_preview import DryRun
from tournaments.models import Event, ImportFile, Tournament
from web.csv_reading import decode, read_table
from web.errors import DomainError, NotFound

PLAYERS = ImportFile.Kind.PLAYERS


@transaction.atomic
def upload_players(event: Event, *, by: User, name: str, data: bytes, now: datetime) -> ImportFile:
    """Store a file until its dry run is confirmed. Refused: files that cannot be read (csv_reading.py)."""
    require(by, event, Right.DIRECT)
    text = decode(data)
    read_table(text, import_event.columns_of(event, _tournaments(event)), PLAYERS)
    event.import_files.filter(applied_at=None, created_at__lt=now - KEPT_FOR).delete()
    event.import_files.filter(applied_at=None, by=by).delete()
    return ImportFile.objects.create(
        event=event, kind=PLAYERS, name=name[:120], text=text, by=by, created_at=now,
        sha256=sha256(data).hexdigest(),
    )  # fmt: skip


@transaction.atomic
def dry_run_players(
    event: Event, file_id: int, *, by: Viewer | None, choices: Mapping[int, str] = NO_CHOICES
) -> DryRun:
    """What every row would do; nothing is written."""
    require(by, event, Right.DIRECT)
    _file, run, _plan = _planned(event, file_id, _tournaments(event), by, choices)
    return run


@transaction.atomic
def apply_players(
    event: Event, file_id: int, *, by: Viewer | None, now: datetime, confirmation: Confirmation
) -> ImportFile:
    """Apply the file in all tournaments or in none. Refused: already_taken, stale_dry_run, file_not_ready (as NotConfirmed)."""
    require(by, event, Right.DIRECT)
    _lock_concerned(event, file_id)
    locked_rows = {
        pk: locked(pk) for pk in sorted(tournament.pk for tournament in _tournaments(event))
    }
    tournaments = [
        locked_rows[tournament.pk]
        for tournament in _tournaments(event)
        if tournament.pk in locked_rows
    ]
    file, run, plan = _planned(event, file_id, tournaments, by, confirmation.choices)
    if confirmation.digest != run.digest:
        text = _("The data has changed. Nothing was imported. Check the new preview.")
        raise ImportNotConfirmed("stale_dry_run", text, run)
    if run.is_bad or run.must_choose:
        text = _("Some rows need a correction or a choice. Nothing was imported.")
        raise ImportNotConfirmed("file_not_ready", text, run)
    import_event.write(plan, by=by, now=now)
    file.applied_at, file.text, file.outcome = now, "", run.counts
    file.by = by if isinstance(by, User) else None
    file.save(update_fields=["applied_at", "text", "outcome", "by"])
    return file


def _tournaments(event: Event) -> list[Tournament]:
    """The event's tournaments that are not cancelled, in its order."""
    tournaments = Tournament.objects.filter(event=event, is_rehearsal=False)
    return list(
        tournaments.exclude(status=Tournament.Status.CANCELLED).order_by("event_order", "pk")
    )


def _lock_concerned(event: Event, file_id: int) -> None:
    """Lock the event's tournaments and those of players whose countries the file may correct, in the usual order."""
    tournaments = _tournaments(event)
    file = event.import_files.filter(pk=file_id, applied_at=None).first()
    if file is not None:
        read = read_table(file.text, import_event.columns_of(event, tournaments), PLAYERS)
        others = concerned(row for _number, row in read.rows)
        lock_together({tournament.pk for tournament in tournaments} | others)


def _planned(
    event: Event,
    file_id: int,
    tournaments: list[Tournament],
    by: Viewer | None,
    choices: Mapping[int, str],
) -> tuple[ImportFile, DryRun, EventPlan]:
    file = event.import_files.select_for_update().filter(pk=file_id).first()
    if file is None:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    if file.applied_at is not None:
        raise DomainError("already_taken", _("This file has already been imported."))
    read = read_table(file.text, import_event.columns_of(event, tournaments), PLAYERS)
    plan = import_event.plan(event, tournaments, read, choices, by)
    return file, dry_run_of(read, plan.lines, choices), plan
