"""A file is uploaded, shown as a dry run, and applied with the digest of the dry run: all of it or nothing.

Entries are written by import_entries.py; results by import_results.py, as a ruling that can be undone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.services.advancement import settle
from tournaments.contacts.services.contacts import ContactTerms
from tournaments.core.locking import lock_together, locked, save_changed
from tournaments.core.permissions import Right, Viewer, may_direct, require, require_status
from tournaments.exchange.services import import_entries, import_teams
from tournaments.exchange.services.import_countries import concerned
from tournaments.exchange.services.import_entries import PlannedEntry
from tournaments.exchange.services.import_preview import (
    BAD,
    CHANGED,
    CHOOSE,
    DryRun,
    ImportLine,
    digest,
)
from tournaments.exchange.services.import_results import apply_table
from tournaments.exchange.services.pasted_lines import read_lines
from tournaments.formats.plans import most_entries
from tournaments.models import Entry, ImportFile, Tournament
from tournaments.ruling.services.journal import ruling
from web.csv_reading import ENTRIES, RESULTS, TEAMS, CsvTable, decode, read_table
from web.errors import DomainError, NotFound

Kind = ImportFile.Kind
Status = Tournament.Status
OF_ENTRIES = (Kind.ENTRIES, Kind.PASTED)
KEPT_FOR = timedelta(days=1)  # a file that nobody confirmed
NO_CHOICES: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The digest of the dry run that is confirmed, and the players chosen for ambiguous names, by line. `contacts`: the terms
    on which contacts are kept, None if nobody noted the players' consent. `limit`: the new maximum of entries, if the dry run
    has one."""

    digest: str
    choices: Mapping[int, str]
    contacts: ContactTerms | None = None
    limit: int | None = None


class ImportNotConfirmed(DomainError):  # noqa: N818  # reads as the refusal it is
    """Nothing was done; `run` is what would happen now."""

    def __init__(self, code: str, detail: str, run: DryRun) -> None:
        super().__init__(code, detail)
        self.run = run


@transaction.atomic
def upload(
    tournament_id: int, *, by: User, kind: str, name: str, data: bytes, now: datetime
) -> ImportFile:
    """Store a file until its dry run is confirmed. Refused: files that cannot be read (csv_reading.py, pasted_lines.py), and
    a pasted list of players for pairs or teams: not_for_teams."""
    tournament = locked(tournament_id)
    require(by, tournament, right_for(kind))
    text = decode(data)
    _read(tournament, kind, text)
    stale = tournament.import_files.filter(applied_at=None, created_at__lt=now - KEPT_FOR)
    stale.delete()
    tournament.import_files.filter(applied_at=None, by=by, kind=kind).delete()
    return ImportFile.objects.create(
        tournament=tournament, kind=kind, name=name[:120], text=text, by=by, created_at=now,
        sha256=sha256(data).hexdigest(),
    )  # fmt: skip


@transaction.atomic
def dry_run(
    tournament_id: int,
    file_id: int,
    *,
    by: Viewer | None,
    now: datetime,
    choices: Mapping[int, str] = NO_CHOICES,
) -> DryRun:
    """What every row would do; nothing is kept."""
    _file, _tournament, run, _todo = _planned(tournament_id, file_id, by, now, choices)
    transaction.set_rollback(True)
    return run


@transaction.atomic
def apply_file(
    tournament_id: int,
    file_id: int,
    *,
    by: Viewer | None,
    now: datetime,
    confirmation: Confirmation,
) -> ImportFile:
    """Apply the file. Refused: already_taken, stale_dry_run, file_not_ready (as ImportNotConfirmed, with what would happen now)."""
    _lock_concerned(tournament_id, file_id)
    file, tournament, run, planned = _planned(tournament_id, file_id, by, now, confirmation.choices)
    if confirmation.digest != run.digest:
        text = _("The data has changed. Nothing was imported. Check the new preview.")
        raise ImportNotConfirmed("stale_dry_run", text, run)
    if run.is_bad or run.must_choose:
        text = _("Some rows need a correction or a choice. Nothing was imported.")
        raise ImportNotConfirmed("file_not_ready", text, run)
    if run.limit is not None:
        if confirmation.limit != run.limit:
            raise ImportNotConfirmed("tournament_full", _("This tournament is full."), run)
        tournament.entry_limit = run.limit
        save_changed(tournament, "entry_limit")
    if file.kind in OF_ENTRIES and _is_single(tournament):
        terms = confirmation.contacts if by is None or may_direct(by, tournament) else None
        import_entries.write(tournament, planned, by=by, now=now, contacts=terms)
    elif file.kind in OF_ENTRIES:
        import_teams.write(tournament, planned, by=by, now=now)
    file.applied_at, file.text, file.outcome = now, "", run.counts
    file.by = by if isinstance(by, User) else None
    file.save(update_fields=["applied_at", "text", "outcome", "by"])
    return file


def _lock_concerned(tournament_id: int, file_id: int) -> None:
    """Lock this tournament and those of players whose countries the file may correct, in the usual order."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    files = ImportFile.objects.filter(pk=file_id, tournament=tournament_id, applied_at=None)
    file = files.exclude(kind=Kind.RESULTS).first()
    if tournament is not None and file is not None:
        read = _read(tournament, file.kind, file.text)
        lock_together({tournament_id, *concerned(row for _number, row in read.rows)})


def _planned(
    tournament_id: int, file_id: int, by: Viewer | None, now: datetime, choices: Mapping[int, str]
) -> tuple[ImportFile, Tournament, DryRun, list[Any]]:
    """The file and its dry run. Results are written already; the caller keeps them or rolls back."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    file = tournament.import_files.filter(pk=file_id).first()
    if file is None:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    require(by, tournament, right_for(file.kind))
    if file.applied_at is not None:
        raise DomainError("already_taken", _("This file has already been imported."))
    read = _read(tournament, file.kind, file.text)
    if file.kind in OF_ENTRIES and _is_single(tournament):
        if by is None or may_direct(by, tournament):
            planned, limit = _entries_planned(tournament, read, choices, by)
        else:
            planned = _only_new(import_entries.plan(tournament, read, choices, by))
            limit = None
        run = dry_run_of(read, [item.line for item in planned], choices)
        contacts = sum(bool(item.contact) for item in planned)
        run = replace(run, contacts=contacts, limit=limit)
        return file, tournament, run, planned
    if file.kind in OF_ENTRIES:
        teams = import_teams.plan(tournament, read, choices, by)
        lines = sorted(
            (line for item in teams for line in item.lines), key=lambda line: line.number
        )
        return file, tournament, dry_run_of(read, lines, choices), teams
    require_status(tournament, Status.RUNNING, Status.FINISHED)
    settle(tournament, now)
    reason = _("Imported from file: %(name)s") % {"name": file.name}
    with ruling(tournament, "import_results", by=by, now=now, reason=reason) as journal:
        lines = apply_table(tournament, read, journal)
    return file, tournament, dry_run_of(read, lines, choices), []


def right_for(kind: str) -> Right:
    """Who adds one player at the desk may add a list of them; files change entries, too."""
    return Right.SCORE if kind == Kind.PASTED else Right.DIRECT


def _only_new(planned: Iterable[PlannedEntry]) -> list[PlannedEntry]:
    """Assistants add players: a line that would change an entry is refused in the preview, which still has the list."""
    text = _(
        "Your role can add players, and cannot change entries. Remove the lines of players who are entered."
    )
    return [
        PlannedEntry(ImportLine(item.line.number, BAD, item.line.title, text))
        if item.line.state == CHANGED
        else item
        for item in planned
    ]


def _entries_planned(
    tournament: Tournament, read: CsvTable, choices: Mapping[int, str], by: Viewer | None
) -> tuple[list[PlannedEntry], int | None]:
    """The planned entries, and the new maximum of entries if they need more places than are free. Only before the start, and
    only up to what the format can have: else the rows beyond the maximum are refused."""
    limit = tournament.entry_limit
    if limit is None or tournament.status not in import_entries.BEFORE:
        return import_entries.plan(tournament, read, choices, by), None
    tournament.entry_limit = None
    try:
        planned = import_entries.plan(tournament, read, choices, by)
    finally:
        tournament.entry_limit = limit
    coming = sum(item.line.state in import_entries.COMING for item in planned)
    needed = tournament.entries.filter(status=Entry.Status.ACTIVE).count() + coming
    if needed <= limit:
        return planned, None
    if needed <= most_entries(tournament.format):
        return planned, needed
    return import_entries.plan(tournament, read, choices, by), None


def _is_single(tournament: Tournament) -> bool:
    return tournament.entry_kind == Tournament.EntryKind.SINGLE


def _read(tournament: Tournament, kind: str, text: str) -> CsvTable:
    """The rows of a file of this kind, or of a pasted list. Raises what their readers refuse."""
    if kind == Kind.PASTED:
        if not _is_single(tournament):
            detail = _(
                "Pairs and teams cannot be pasted as a list. Add them one by one, or import a file."
            )
            raise DomainError("not_for_teams", detail)
        return read_lines(text)
    if kind == Kind.RESULTS:
        return read_table(text, RESULTS, kind)
    return read_table(text, ENTRIES if _is_single(tournament) else TEAMS, kind)


def dry_run_of(read: CsvTable, lines: list[ImportLine], choices: Mapping[int, str]) -> DryRun:
    """The dry run of these lines with the choices in them."""
    chosen_lines = [
        replace(line, chosen=line.chosen or choices.get(line.number, ""))
        if line.state == CHOOSE
        else line
        for line in lines
    ]
    return DryRun(tuple(chosen_lines), read.read, read.unread, digest(lines))
