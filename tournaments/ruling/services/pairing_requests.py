"""Requests to the pairing of rounds: a bye, an early end, two who must not meet, two who are to meet (T6.20)."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.selectors.pairing_requests import request_stage
from tournaments.formats.swiss import MOST_ROUNDS
from tournaments.models import Entry, PairingRequest, Round, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal
from web.errors import DomainError, NotFound

Kind = PairingRequest.Kind
Status = Tournament.Status
IN_A_ROUND = (Kind.BYE, Kind.LEAVES, Kind.WISHED)
OF_TWO = (Kind.FORBIDDEN, Kind.WISHED)
MOST_REQUESTS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPairing:
    """One request. Refused: no_swiss, bad_request (400), no_such_entry, bad_round, round_drawn, already_asked,
    too_many_requests."""

    of_tournament: int
    kind: str
    entry_id: int
    other_id: int | None = None
    round: int | None = None
    verb: ClassVar[str] = "pairing_request"
    statuses: ClassVar[tuple[str, ...]] = (Status.DRAFT, Status.OPEN, Status.RUNNING)

    def tournament_id(self) -> int:
        return self.of_tournament

    def load(self) -> RulingSubject[Tournament]:
        tournament = Tournament.objects.get(pk=self.of_tournament)
        return RulingSubject(tournament, partial(_no_version, tournament.pk))

    def apply(self, journal: Journal, subject: RulingSubject[Tournament]) -> None:
        tournament = journal.ruling.tournament
        stage = request_stage(tournament.agreed)
        if stage is None:
            raise DomainError("no_swiss", _("Pairing requests are for Swiss tournaments."))
        self._require_whole()
        entry, other = self._entry(tournament, self.entry_id), None
        if self.other_id is not None:
            other = self._entry(tournament, self.other_id)
        if self.round is not None:
            _require_to_come(tournament, stage, self.kind, self.round)
        self._require_new(tournament)
        names = {"entry": entry.pk, "player": entry.title}
        asked = {"request": self.kind, "other": other.pk if other else None, "number": self.round}
        journal.ruling.after = {**names, **asked}
        journal.add(
            PairingRequest(
                tournament=tournament,
                kind=self.kind,
                entry=entry,
                other=other,
                round=self.round,
                reason=journal.ruling.reason[:200],
                ruling=journal.ruling,
                created_at=journal.now,
            ),
            revoked_at=UNDONE,
        )

    def _require_whole(self) -> None:
        """Each kind has what it needs and nothing else."""
        fits = (
            self.kind in Kind.values
            and (self.round is not None) == (self.kind in IN_A_ROUND)
            and (self.other_id is not None) == (self.kind in OF_TWO)
            and self.other_id != self.entry_id
        )
        if not fits:
            text = _("Choose the players and the round that this request needs.")
            raise DomainError("bad_request", text, status=400)

    def _entry(self, tournament: Tournament, pk: int) -> Entry:
        entries = tournament.entries.select_related("player").filter(pk=pk)
        entry = entries.filter(status__in=[Entry.Status.ACTIVE, Entry.Status.INVITED]).first()
        if entry is None:
            raise NotFound("no_such_entry", _("This entry is no longer active."))
        return entry

    def _require_new(self, tournament: Tournament) -> None:
        standing = PairingRequest.objects.filter(tournament=tournament, revoked_at=None)
        if standing.count() >= MOST_REQUESTS:
            text = _("This tournament has %(most)d pairing requests. Remove some first.")
            raise DomainError("too_many_requests", text % {"most": MOST_REQUESTS})
        both = {self.entry_id, self.other_id}
        same = standing.filter(kind=self.kind, entry__in=both - {None})
        if self.kind != Kind.LEAVES:
            same = same.filter(round=self.round)
        if any({row.entry_id, row.other_id} == both for row in same):
            raise DomainError("already_asked", _("This request is already on the list."))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRequest:
    """A request counts no longer. Refused: no_such_request, round_drawn: a round was paired by it."""

    request_id: int
    verb: ClassVar[str] = "pairing_request_removed"
    statuses: ClassVar[tuple[str, ...]] = (Status.DRAFT, Status.OPEN, Status.RUNNING)

    def tournament_id(self) -> int:
        return self._request().tournament_id

    def load(self) -> RulingSubject[PairingRequest]:
        row = self._request()
        return RulingSubject(row, partial(_no_version, row.pk))

    def apply(self, journal: Journal, subject: RulingSubject[PairingRequest]) -> None:
        row, tournament = subject.row, journal.ruling.tournament
        require_bye_to_come(row, tournament)
        names = {"entry": row.entry_id, "player": row.entry.title}
        journal.ruling.before = {
            **names, "request": row.kind, "other": row.other_id, "number": row.round,
        }  # fmt: skip
        journal.ruling.after = names
        journal.set(row, revoked_at=journal.now)

    def _request(self) -> PairingRequest:
        rows = PairingRequest.objects.filter(pk=self.request_id, revoked_at=None)
        row = rows.select_related("entry__player").first()
        if row is None:
            raise NotFound("no_such_request", _("This no longer exists. Reload the page."))
        return row


def require_bye_to_come(row: PairingRequest, tournament: Tournament) -> None:
    """Refused: round_drawn, for a bye whose round was paired by it. Other requests pass."""
    stage = request_stage(tournament.agreed)
    if stage is not None and row.kind == Kind.BYE and row.round is not None:
        _require_to_come(tournament, stage, row.kind, row.round)


def is_to_come(row: PairingRequest, tournament: Tournament) -> bool:
    """False for a bye whose round is drawn."""
    try:
        require_bye_to_come(row, tournament)
    except DomainError:
        return False
    return True


def _require_to_come(tournament: Tournament, stage: int, kind: str, number: int) -> None:
    """Refused: bad_round, and round_drawn where the request would come too late."""
    if not 1 <= number <= MOST_ROUNDS:
        text = _("The round must be from 1 to %(most)d.") % {"most": MOST_ROUNDS}
        raise DomainError("bad_round", text, status=400)
    drawn = Round.objects.filter(
        stage__tournament=tournament, stage__number=stage, voided_at=None
    ).order_by("-number")
    last = drawn.values_list("number", flat=True).first() or 0
    if number < last or (number == last and kind != Kind.LEAVES):
        text = _("Round %(number)d is already drawn.") % {"number": number}
        raise DomainError("round_drawn", text)


def _no_version(pk: int) -> FormVersion:
    return FormVersion({"request": pk}, None)
