"""Moving a pairing, or a round, to the playing room or online before anybody has begun."""

from dataclasses import dataclass
from typing import ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.selectors.started import begun_pairings
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.models import Moved, Pairing, Round, Tournament, Venue
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.result_rulings import OnPairing
from web.errors import DomainError, NotFound

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePairing(OnPairing):
    """Move one pairing. Refused: already_begun, already_decided, already_there."""

    on_board: bool
    verb: ClassVar[str] = "move_pairing"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        if pairing.outcome:
            raise DomainError("already_decided", _("This pairing is already decided."))
        if begun_pairings(pk=pairing.pk).exists():
            text = _("This match has already started and must finish where it is.")
            raise DomainError("already_begun", text)
        _require_elsewhere(pairing.moved.filter(revoked_at=None), self.on_board)
        _make_mixed(journal.ruling.tournament)
        for old in pairing.moved.filter(revoked_at=None):
            journal.set(old, revoked_at=journal.now)
        _move(journal, Moved(pairing=pairing, on_board=self.on_board))
        journal.ruling.after["on_board"] = self.on_board


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRound:
    """Move every pairing of a round that has not begun and was not moved on its own. Refused: no_such_round,
    already_there."""

    round_id: int
    on_board: bool
    redraw: bool = False
    verb: ClassVar[str] = "move_round"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)

    def tournament_id(self) -> int:
        return self._round().stage.tournament_id

    def load(self) -> RulingSubject[Round]:
        return RulingSubject(self._round(), lambda: FormVersion({"round": self.round_id}, None))

    def apply(self, journal: Journal, subject: RulingSubject[Round]) -> None:
        row = subject.row
        _require_elsewhere(row.moved.filter(revoked_at=None), self.on_board)
        _make_mixed(journal.ruling.tournament)
        for old in row.moved.filter(revoked_at=None):
            journal.set(old, revoked_at=journal.now)
        _move(journal, Moved(round=row, on_board=self.on_board))
        journal.ruling.after |= {"round": row.pk, "on_board": self.on_board}

    def _round(self) -> Round:
        rounds = Round.objects.filter(pk=self.round_id, voided_at=None)
        row = rounds.select_related("stage__tournament").first()
        if row is None:
            raise NotFound("no_such_round", _("This no longer exists. Reload the page."))
        return row


def _require_elsewhere(moved: QuerySet[Moved], on_board: bool) -> None:
    """A form sent twice is one move."""
    if moved.filter(on_board=on_board).exists():
        raise DomainError("already_there", _("Already moved. Reload the page."))


def _make_mixed(tournament: Tournament) -> None:
    """Make the tournament a mixed one; everything that is not moved stays where it was."""
    venue = venue_of(tournament)
    if venue is None:
        Venue.objects.create(tournament=tournament, where="mixed", mixed_on_board=False)
    elif venue.where != Venue.Where.MIXED:
        venue.mixed_on_board = venue.where == Venue.Where.BOARD
        venue.where = Venue.Where.MIXED
        venue.save(update_fields=["where", "mixed_on_board"])


def _move(journal: Journal, row: Moved) -> None:
    row.ruling, row.created_at = journal.ruling, journal.now
    journal.add(row, revoked_at=UNDONE)
