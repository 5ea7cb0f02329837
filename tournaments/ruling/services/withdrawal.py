"""Withdrawing or disqualifying an entry while the tournament runs (T9.3)."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import entry_version
from tournaments.models import Entry, Pairing, PairingRequest, Result, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import Journal
from tournaments.ruling.services.pairing_requests import is_to_come
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
    """Forfeit the running matches of an entry; each later pairing that it would play is a walkover.

    `verb` is withdraw or disqualify.
    """

    entry_id: int
    verb: str = "withdraw"
    statuses: ClassVar[tuple[str, ...]] = (Tournament.Status.RUNNING,)

    def tournament_id(self) -> int:
        ids = Entry.objects.filter(pk=self.entry_id).values_list("tournament_id", flat=True)
        tournament_id = ids.first()
        if tournament_id is None:
            raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
        return tournament_id

    def load(self) -> RulingSubject[Entry]:
        entry = Entry.objects.select_related("player").get(pk=self.entry_id)
        return RulingSubject(entry, partial(entry_version, entry))

    def apply(self, journal: Journal, subject: RulingSubject[Entry]) -> None:
        entry = subject.row
        if not entry.is_active:
            raise DomainError("already_gone", _("This entry is no longer active."))
        facts = {"entry": entry.pk, "player": entry.title}
        journal.ruling.before = {**facts, "status": entry.status}
        out = Status.DISQUALIFIED if self.verb == "disqualify" else Status.WITHDRAWN
        journal.set(entry, status=out)
        journal.ruling.after = {**facts, "status": entry.status}
        for bye in _byes_to_come(entry):
            journal.set(bye, revoked_at=journal.now)
        for pairing in _undecided(entry):
            _forfeit_what_is_on(journal, pairing, entry.pk)
        for pairing in _won_by_walkover(entry):
            _keep_walkover(journal, pairing)


def _byes_to_come(entry: Entry) -> list[PairingRequest]:
    """Byes that the entry asked for, in rounds not yet drawn: whoever has left gets no points for sitting out."""
    byes = PairingRequest.objects.filter(entry=entry, kind=PairingRequest.Kind.BYE, revoked_at=None)
    return [bye for bye in byes.order_by("pk") if is_to_come(bye, entry.tournament)]


def _undecided(entry: Entry) -> list[Pairing]:
    pairings = Pairing.objects.filter(slots__entry=entry, outcome="", voided_at=None)
    return list(pairings.select_related("stage__tournament").order_by("pk"))


def _won_by_walkover(entry: Entry) -> list[Pairing]:
    """Pairings that the entry won because its opponent had left before."""
    pairings = Pairing.objects.filter(winner=entry, outcome="walkover", voided_at=None)
    return list(pairings.exclude(loser=None).select_related("stage__tournament").order_by("pk"))


def _keep_walkover(journal: Journal, pairing: Pairing) -> None:
    """A walkover that was won stays won: record it as a result, since of two who have both left neither would advance."""
    board = 0 if pairing.stage.tournament.boards > 1 else 1
    walkover = Result(
        kind=Result.Kind.WALKOVER,
        winner_id=pairing.winner_id,
        loser_id=pairing.loser_id,
        board=board,
    )
    supersede(journal, pairing, walkover)


def _forfeit_what_is_on(journal: Journal, pairing: Pairing, leaver: int) -> None:
    """Whoever leaves loses their running match, online or over the board; without one `resolve` finds the walkover."""
    seats = pairing.slots.order_by("side").values_list("entry_id", flat=True)
    two = [entry for entry in seats if entry is not None]
    for board in range(1, pairing.stage.tournament.boards + 1):
        if len(two) != 2:
            return
        on = live_match(pairing, board)
        is_on = on is not None and not on.match.is_over
        if is_on or open_slip_of(pairing, board) is not None:
            record_result(journal, pairing, forfeit_result(two, (leaver,), board))
