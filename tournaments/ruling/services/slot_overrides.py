"""Slots set by the director (T9.5): one slot, or two of a round exchanged. An override is an input of `resolve`, so
nothing recomputes it away."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.models import Override, Pairing, Slot
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.result_rulings import OnPairing
from web.errors import DomainError


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSlot(OnPairing):
    """Put this entry, or nobody, in a slot; without an entry the other side has a bye."""

    side: int
    entry: int | None
    verb: ClassVar[str] = "seat"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        _require_free(pairing, self.side, self.entry)
        override_slot(journal, pairing, self.side, self.entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSlots(OnPairing):
    """Exchange two slots of one round."""

    side: int
    other_id: int
    other_side: int
    verb: ClassVar[str] = "swap"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        other = Pairing.objects.filter(
            pk=self.other_id, round=pairing.round_id, voided_at=None
        ).first()
        if other is None or other.pk == pairing.pk:
            text = _("Choose two slots in different pairings of the same round.")
            raise DomainError("not_in_this_round", text)
        own, others = _decided_entry(pairing, self.side), _decided_entry(other, self.other_side)
        override_slot(journal, pairing, self.side, others)
        override_slot(journal, other, self.other_side, own)


def override_slot(journal: Journal, pairing: Pairing, side: int, entry: int | None) -> None:
    """Put an entry, or nobody, in this slot in place of an earlier override."""
    for old in Override.objects.filter(pairing=pairing, side=side, revoked_at=None):
        journal.set(old, revoked_at=journal.now)
    override = Override(
        pairing=pairing, side=side, entry_id=entry, ruling=journal.ruling, created_at=journal.now
    )
    journal.add(override, revoked_at=UNDONE)


def _decided_entry(pairing: Pairing, side: int) -> int | None:
    slot = Slot.objects.get(pairing=pairing, side=side)
    if slot.state == Slot.State.PENDING:
        raise DomainError("not_known_yet", _("The player for this slot is not known yet."))
    return slot.entry_id


def _require_free(pairing: Pairing, side: int, entry: int | None) -> None:
    """Refused: the entry is in another pairing of the stage that is not decided, or is not active."""
    if entry is None:
        return
    tournament = pairing.stage.tournament
    if not tournament.entries.filter(pk=entry, status="active").exists():
        raise DomainError("no_such_entry", _("Choose a player who is entered in this tournament."))
    elsewhere = Slot.objects.filter(
        entry=entry, pairing__stage=pairing.stage_id, pairing__voided_at=None, pairing__outcome=""
    )
    if elsewhere.exclude(pairing=pairing, side=side).exists():
        text = _("This player is in another pairing. Swap the two slots instead.")
        raise DomainError("seated_elsewhere", text)
