"""A ruling as one call, for tests that need no preview: an action and its request (tournaments.ruling.services)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournaments.core.permissions import Viewer
from tournaments.models import Ruling
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult, VoidResult
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry


def forfeit(pairing_id: int, *, losers: Sequence[int], **request: Any) -> Ruling:
    """One entry, or both, lose without play."""
    return rule(
        ForfeitPairing(pairing_id=pairing_id, losers=tuple(losers)), RulingRequest(**request)
    )


def correct_result(
    pairing_id: int, *, winner: int, score: Mapping[int, int] | None = None, **request: Any
) -> Ruling:
    """Say who won a pairing, before or after it was played (T9.5)."""
    return rule(
        SetResult(pairing_id=pairing_id, winner=winner, score=score), RulingRequest(**request)
    )


def void_result(pairing_id: int, **request: Any) -> Ruling:
    """Annul what was played or ruled: the pairing is open again and is played again."""
    return rule(VoidResult(pairing_id=pairing_id), RulingRequest(**request))


def withdraw(entry_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """An entry leaves: its match is forfeited, and every later place it would take is a walkover (T9.3)."""
    return rule(WithdrawEntry(entry_id=entry_id), RulingRequest(by=by, now=now, reason=reason))


def disqualify(entry_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """As a withdrawal, and the entry may not come back."""
    return rule(
        WithdrawEntry(entry_id=entry_id, verb="disqualify"),
        RulingRequest(by=by, now=now, reason=reason),
    )


def undo(ruling_id: int, **request: Any) -> Ruling:
    """Take a ruling back; that is a ruling itself."""
    return rule(Undo(ruling_id=ruling_id), RulingRequest(**request))
