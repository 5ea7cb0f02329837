"""Several entries at once: checked in, paid, given a place or moved to the waiting list, seeded by rating, removed. All or none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.desk.selectors.entries_table import LISTED, EntryTableRow, entries_table
from tournaments.entry.services import check_in, entries
from tournaments.entry.services.places import require_nobody_twice
from tournaments.models import Entry, Tournament
from tournaments.money.services.ledger import Payment, require_key, take_fees
from web.errors import DomainError

Status, Standing = Tournament.Status, Entry.Status
BEFORE = (Status.DRAFT, Status.OPEN)
MOST = 500
ACTS: Final = ("here", "pay", "admit", "wait", "seed", "remove")
BY_DIRECTORS: Final = frozenset({"wait", "seed", "remove"})


@dataclass(frozen=True, slots=True)
class EntryBatch:
    """What an act would do: the rows that it changes, in the order in which it changes them, and those that it leaves alone."""

    act: str
    rows: tuple[EntryTableRow, ...]
    left_alone: tuple[EntryTableRow, ...]

    @property
    def owed(self) -> int:
        """The sum that the rows owe, in smallest units."""
        return sum(row.owes for row in self.rows)


@dataclass(frozen=True, slots=True)
class RemovedEntry:
    """An entry that was removed, as it was."""

    entry: int
    status: str
    seed: int | None


def batch_of(tournament: Tournament, act: str, chosen: Sequence[int]) -> EntryBatch:
    """Which of the chosen entries an act concerns. No more than MOST."""
    wanted = set(chosen[:MOST])
    table = entries_table(tournament, for_directors=False)
    rows = [row for row in table.rows if row.entry in wanted]
    fitting = [row for row in rows if _concerns(tournament, act, row)]
    if act == "seed":
        fitting.sort(key=lambda row: (-(row.rating or 0), row.entered_at))
    return EntryBatch(act, tuple(fitting), tuple(row for row in rows if row not in fitting))


@transaction.atomic
def apply_batch(
    tournament_id: int, act: str, chosen: Sequence[int], *, owed: int, payment: Payment
) -> EntryBatch:
    """Do it to all the chosen entries that it concerns. `payment` has the author, the time, and for `pay` the method and a key.

    Refused: nothing_to_do; owes_otherwise if the sum is not `owed`; what the act refuses for one entry, with its name.
    """
    tournament = locked(tournament_id)
    batch = batch_of(tournament, act, chosen)
    if act in BY_DIRECTORS:
        require_director(payment.by, tournament)
    if act == "pay" and (paid := _paid_before(tournament, payment.key)):
        return EntryBatch(
            act,
            tuple(
                row
                for row in entries_table(tournament, for_directors=False).rows
                if row.entry in paid
            ),
            (),
        )
    if not batch.rows:
        text = _("Nothing to do: none of the chosen entries is in this state any more.")
        raise DomainError("nothing_to_do", text)
    if act == "pay" and batch.owed != owed:
        raise DomainError("owes_otherwise", _("The amounts have changed. Check them again."))
    if act == "seed":
        _seed(tournament, batch.rows, payment.by)
        return batch
    for row in batch.rows:
        _change_named(tournament, act, row, payment)
    return batch


@transaction.atomic
def restore_batch(
    tournament_id: int, removed: Sequence[RemovedEntry], *, by: Viewer | None, now: datetime
) -> tuple[list[Entry], list[str]]:
    """Undo a removal: each entry is what it was, as far as there is a place and its seed is free. Returns the entries, and of
    each that could not come back its name and why."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    restored: list[Entry] = []
    refused: list[str] = []
    for row in removed[:MOST]:
        entry = tournament.entries.filter(pk=row.entry, status=Standing.WITHDRAWN).first()
        if entry is None:
            continue
        try:
            with transaction.atomic():
                restored.append(_restored(tournament, entry, row, by, now))
        except DomainError as error:
            refused.append(f"{entry.title}: {error.detail}")
    save_changed(tournament)
    return restored, refused


def _restored(
    tournament: Tournament, entry: Entry, row: RemovedEntry, by: Viewer | None, now: datetime
) -> Entry:
    if row.status != Standing.WAITING_LIST:
        return entries.restore(entry.pk, by=by, seed=row.seed, now=now)
    require_status(tournament, *BEFORE)
    persons = [member.player for member in entry.members.select_related("player")]
    require_nobody_twice(tournament, persons or [entry.player])
    entry.status = Standing.WAITING_LIST
    entry.save(update_fields=["status"])
    return entry


def _paid_before(tournament: Tournament, key: str) -> set[int | None]:
    """The entries of the payments that this form made when it was sent before. Refused: bad_key."""
    require_key(key)
    lines = tournament.ledger_lines.filter(key__startswith=f"{key}.")
    return set(lines.values_list("entry", flat=True))


def removed_entries(rows: Sequence[EntryTableRow]) -> list[RemovedEntry]:
    """What an undo needs of rows that are about to be removed."""
    return [RemovedEntry(row.entry, row.status, row.seed) for row in rows]


def _concerns(tournament: Tournament, act: str, row: EntryTableRow) -> bool:
    is_before = tournament.status in BEFORE
    return {
        "here": row.here is None and (row.is_in or row.waits),
        "pay": row.owes > 0,
        "admit": row.waits and is_before,
        "wait": row.is_in and is_before,
        "seed": row.is_in and row.rating is not None and is_before,
        "remove": row.status in LISTED and (is_before or row.status == Standing.INVITED),
    }.get(act, False)


def _change_named(tournament: Tournament, act: str, row: EntryTableRow, payment: Payment) -> None:
    """A refusal names the entry."""
    try:
        _change(tournament, act, row, payment)
    except DomainError as error:
        if error.status == 403:  # shown by the page of refusals
            raise
        raise DomainError(error.code, f"{row.name}: {error.detail}") from error


def _change(tournament: Tournament, act: str, row: EntryTableRow, payment: Payment) -> None:
    by: Any = payment.by
    match act:
        case "here":
            check_in.check_in(row.entry, by=by, now=payment.now)
        case "pay":
            own = replace(payment, key=f"{payment.key}.{row.entry}")
            take_fees(tournament.pk, row.entry, expected=row.owes, payment=own)
        case "admit":
            check_in.admit_from_waiting_list(row.entry, by=by, now=payment.now)
        case "wait":
            check_in.move_to_waiting_list(row.entry, by=by, now=payment.now)
        case _:
            _remove(row, by)


def _remove(row: EntryTableRow, by: Any) -> None:
    if row.waits:
        check_in.leave_waiting_list(row.entry, by=by)
    else:
        entries.remove(row.entry, by=by)


def _seed(tournament: Tournament, rows: Sequence[EntryTableRow], by: Viewer | None) -> None:
    """Seeds from 1 by rating, the highest first; all other entries lose theirs."""
    seeded = {row.entry: number for number, row in enumerate(rows, start=1)}
    every = tournament.entries.filter(status__in=entries.ENTERED).values_list("pk", flat=True)
    seeds = {pk: seeded.get(pk) for pk in every}
    entries.set_seeds(tournament.pk, by=by, seeds=seeds)
