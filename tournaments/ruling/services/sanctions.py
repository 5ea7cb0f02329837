"""Sanctions for conduct: a warning, points for the opponent, the match, exclusion. Each is a ruling and goes with it."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion, entry_version
from tournaments.core.permissions import Viewer, may_direct
from tournaments.models import Entry, Pairing, PairingMatch, Ruling, Sanction, Tournament
from tournaments.ruling.services import match_adjustments
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import DomainError, NotFound

MOST_POINTS = 50
Kind = Sanction.Kind
Scope = Sanction.Scope
Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class ImposeSanction:
    """One sanction on one entry. Refused: no_match_on, no_pairing_open, bad_points, already_gone, score_decides."""

    entry_id: int
    kind: str
    points: int = 0
    scope: str = Scope.TOURNAMENT
    verb: ClassVar[str] = "sanction"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)

    def tournament_id(self) -> int:
        return self._entry().tournament_id

    def pairing(self) -> Pairing | None:
        """Points and a forfeit are about the match that he plays now."""
        if self.kind in (Kind.POINTS, Kind.FORFEIT):
            return self._now_playing(self._entry())
        return None

    def seen(self) -> FormVersion:
        return entry_version(self._entry())

    def lay(self, journal: Journal) -> None:
        entry = self._entry()
        if self.kind not in Kind.values or self.scope not in Scope.values:
            raise DomainError("bad_sanction", _("There is no such sanction."), status=400)
        match self.kind:
            case Kind.POINTS:
                self._points(journal, entry)
            case Kind.FORFEIT:
                pairing = self._now_playing(entry)
                ForfeitPairing(pairing_id=pairing.pk, losers=(entry.pk,)).lay(journal)
            case Kind.EXCLUSION:
                WithdrawEntry(entry_id=entry.pk, verb="disqualify").lay(journal)
        ruling = journal.ruling
        told = {"entry": entry.pk, "player": entry.title, "sanction": self.kind}
        ruling.before = {"entry": entry.pk, "player": entry.title} | ruling.before
        ruling.after = told | {"points": self.points} | ruling.after
        journal.add(
            Sanction(
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
            text = _("Give between 1 and %(most)d points.") % {"most": MOST_POINTS}
            raise DomainError("bad_points", text, status=400)
        on = _match_on(entry)
        if on is None:
            text = _("He plays no match now whose score could be changed.")
            raise DomainError("no_match_on", text)
        his = match_adjustments.seat_of(on, entry.pk)
        match_adjustments.add_points(
            journal, on, [0, self.points] if his == "A" else [self.points, 0]
        )

    def _now_playing(self, entry: Entry) -> Pairing:
        found = Pairing.objects.filter(slots__entry=entry, decided_at=None, voided_at=None)
        for pairing in found.select_related("stage__tournament", "round").order_by("pk"):
            if len([s for s in pairing.slots.all() if s.entry_id is not None]) == 2:
                return pairing
        raise DomainError("no_pairing_open", _("He has no match now that he could lose."))

    def _entry(self) -> Entry:
        found = Entry.objects.select_related("player", "tournament").filter(pk=self.entry_id)
        entry = found.first()
        if entry is None:
            raise NotFound("no_such_entry", _("There is no such entry."))
        return entry


@transaction.atomic
def exclude_elsewhere(
    entry_id: int, *, by: Viewer | None, now: datetime, reason: str
) -> list[Ruling]:
    """Who is excluded from the whole event leaves its other tournaments as well: those that are running and that this
    director may direct."""
    order = RulingRequest(by=by, now=now, reason=reason)
    return [
        rule(ImposeSanction(entry_id=pk, kind=Kind.EXCLUSION, scope=Scope.EVENT), order)
        for pk in elsewhere(entry_id, by)
    ]


def elsewhere(entry_id: int, by: Viewer | None) -> list[int]:
    """His active entries in the other running tournaments of the event that this director may direct."""
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
