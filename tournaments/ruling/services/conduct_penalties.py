"""Penalties for conduct: a warning, points for the opponent, the match, exclusion. Each is part of a ruling."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import ClassVar

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import entry_version
from tournaments.core.permissions import Viewer, may_direct
from tournaments.models import ConductPenalty, Entry, Pairing, PairingMatch, Ruling, Tournament
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, pairing_subject
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import DomainError, NotFound

MOST_POINTS = 50
Kind = ConductPenalty.Kind
Scope = ConductPenalty.Scope
Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class ImposeConductPenalty:
    """One penalty for conduct on one entry. Refused: no_match_on, no_pairing_open, bad_points, already_gone, score_decides."""

    entry_id: int
    kind: str
    points: int = 0
    scope: str = Scope.TOURNAMENT
    verb: ClassVar[str] = "sanction"  # as rulings have stored it
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)

    def tournament_id(self) -> int:
        return self._entry().tournament_id

    def load(self) -> RulingSubject[Entry]:
        """Points and a forfeit are about the pairing that the entry plays now."""
        entry = self._entry()
        is_about_match = self.kind in (Kind.POINTS, Kind.FORFEIT)
        pairing = _current_pairing(entry) if is_about_match else None
        return RulingSubject(entry, partial(entry_version, entry), pairing)

    def apply(self, journal: Journal, subject: RulingSubject[Entry]) -> None:
        entry = subject.row
        if self.kind not in Kind.values or self.scope not in Scope.values:
            raise DomainError(
                "bad_sanction", _("This no longer exists. Reload the page."), status=400
            )
        match self.kind:
            case Kind.POINTS:
                self._points(journal, entry)
            case Kind.FORFEIT if subject.pairing is not None:
                pairing = subject.pairing
                forfeit = ForfeitPairing(pairing_id=pairing.pk, losers=(entry.pk,))
                forfeit.apply(journal, pairing_subject(pairing))
            case Kind.EXCLUSION:
                WithdrawEntry(entry_id=entry.pk, verb="disqualify").apply(journal, subject)
        ruling = journal.ruling
        facts = {"entry": entry.pk, "player": entry.title, "sanction": self.kind}
        ruling.before = {"entry": entry.pk, "player": entry.title} | ruling.before
        ruling.after = facts | {"points": self.points} | ruling.after
        journal.add(
            ConductPenalty(
                tournament_id=entry.tournament_id,
                entry=entry,
                player=entry.player,
                kind=self.kind,
                scope=self.scope,
                points=self.points if self.kind == Kind.POINTS else 0,
                reason=ruling.reason,
                by=ruling.by,
                at=journal.now,
                ruling=ruling,
            ),
            revoked_at=UNDONE,
        )

    def _points(self, journal: Journal, entry: Entry) -> None:
        if not 1 <= self.points <= MOST_POINTS:
            text = _("Points must be from 1 to %(most)d.") % {"most": MOST_POINTS}
            raise DomainError("bad_points", text, status=400)
        on = _match_on(entry)
        if on is None:
            text = _("This player has no match in progress.")
            raise DomainError("no_match_on", text)
        seat = match_adjustments.seat_of(on, entry.pk)
        match_adjustments.add_points(
            journal, on, [0, self.points] if seat == "A" else [self.points, 0]
        )

    def _entry(self) -> Entry:
        entries = Entry.objects.select_related("player", "tournament").filter(pk=self.entry_id)
        entry = entries.first()
        if entry is None:
            raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
        return entry


def _current_pairing(entry: Entry) -> Pairing:
    pairings = Pairing.objects.filter(slots__entry=entry, decided_at=None, voided_at=None)
    for pairing in pairings.select_related("stage__tournament", "round").order_by("pk"):
        if len([slot for slot in pairing.slots.all() if slot.entry_id is not None]) == 2:
            return pairing
    raise DomainError("no_pairing_open", _("This player has no open match to forfeit."))


@transaction.atomic
def exclude_elsewhere(
    entry_id: int, *, by: Viewer | None, now: datetime, reason: str
) -> list[Ruling]:
    """Exclude the player of this entry from the other running tournaments of the event that `by` may direct."""
    request = RulingRequest(by=by, now=now, reason=reason)
    return [
        rule(ImposeConductPenalty(entry_id=pk, kind=Kind.EXCLUSION, scope=Scope.EVENT), request)
        for pk in elsewhere(entry_id, by)
    ]


def elsewhere(entry_id: int, by: Viewer | None) -> list[int]:
    """The player's active entries in the other running tournaments of the event that `by` may direct."""
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    event = getattr(entry.tournament, "event_id", None)
    if event is None:
        return []
    others = Entry.objects.filter(
        player=entry.player_id,
        tournament__event=event,
        tournament__status=Status.RUNNING,
        status=Entry.Status.ACTIVE,
    ).exclude(tournament=entry.tournament_id)
    return [
        other.pk
        for other in others.select_related("tournament").order_by("pk")
        if by is None or may_direct(by, other.tournament)
    ]


def _match_on(entry: Entry) -> PairingMatch | None:
    rows = PairingMatch.objects.filter(voided_at=None, match__finished_at=None)
    of_a, of_b = rows.filter(entry_a=entry), rows.filter(entry_b=entry)
    return (of_a | of_b).select_related("match").order_by("pk").first()
