"""An entry leaves while the tournament runs (T9.3). Undoing the ruling brings it back."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion, entry_version
from tournaments.models import Entry, Pairing, Result, Tournament
from tournaments.ruling.services.journal import Journal
from tournaments.ruling.services.result_rulings import (
    forfeit_result,
    live_match,
    open_slip_of,
    record_result,
    supersede,
)
from web.errors import DomainError, NotFound

Status = Entry.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry:
    """Its matches that are on are forfeited, and every later place it would take is a walkover.

    `verb` is withdraw or disqualify.
    """

    entry_id: int
    verb: str = "withdraw"
    statuses: ClassVar[tuple[str, ...]] = (Tournament.Status.RUNNING,)

    def tournament_id(self) -> int:
        found = Entry.objects.filter(pk=self.entry_id).values_list("tournament_id", flat=True)
        tournament_id = found.first()
        if tournament_id is None:
            raise NotFound("no_such_entry", _("There is no such entry."))
        return tournament_id

    def pairing(self) -> None:
        return None

    def seen(self) -> FormVersion:
        return entry_version(Entry.objects.get(pk=self.entry_id))

    def lay(self, journal: Journal) -> None:
        entry = Entry.objects.select_related("player").get(pk=self.entry_id)
        if not entry.is_active:
            raise DomainError("already_gone", _("This entry has already left."))
        told = {"entry": entry.pk, "player": entry.title}
        journal.ruling.before = {**told, "status": entry.status}
        out = Status.DISQUALIFIED if self.verb == "disqualify" else Status.WITHDRAWN
        journal.set(entry, status=out)
        journal.ruling.after = {**told, "status": entry.status}
        for pairing in _waiting(entry):
            _forfeit_what_is_on(journal, pairing, entry.pk)
        for pairing in _given(entry):
            _keep_walkover(journal, pairing)


def _waiting(entry: Entry) -> list[Pairing]:
    found = Pairing.objects.filter(slots__entry=entry, outcome="", voided_at=None)
    return list(found.select_related("stage__tournament").order_by("pk"))


def _given(entry: Entry) -> list[Pairing]:
    """Pairings it has won because somebody had left before."""
    found = Pairing.objects.filter(winner=entry, outcome="walkover", voided_at=None)
    return list(found.exclude(loser=None).select_related("stage__tournament").order_by("pk"))


def _keep_walkover(journal: Journal, pairing: Pairing) -> None:
    """What it was given stays given: a result says so from now on, for of two who have left neither would go on."""
    board = 0 if pairing.stage.tournament.boards > 1 else 1
    kept = Result(
        kind=Result.Kind.WALKOVER,
        winner_id=pairing.winner_id,
        loser_id=pairing.loser_id,
        board=board,
    )
    supersede(journal, pairing, kept)


def _forfeit_what_is_on(journal: Journal, pairing: Pairing, leaver: int) -> None:
    """A match that is on, online or over the board, is lost by him who leaves; without one `resolve` finds the walkover
    itself."""
    seats = pairing.slots.order_by("side").values_list("entry_id", flat=True)
    two = [entry for entry in seats if entry is not None]
    for board in range(1, pairing.stage.tournament.boards + 1):
        if len(two) != 2:
            return
        on = live_match(pairing, board)
        is_on = on is not None and not on.match.is_over
        if is_on or open_slip_of(pairing, board) is not None:
            record_result(journal, pairing, forfeit_result(two, (leaver,), board))
