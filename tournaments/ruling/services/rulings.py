"""What a director decides once the tournament runs (T9.3–T9.5), one function a verb, for whoever needs no preview.

Each is written down: who, when, before, after, why. The consequences are never written by hand: a ruling changes an
input and `settle` recomputes. Pages go by preview.py, with the same actions.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tournaments.core.permissions import Viewer
from tournaments.models import Ruling
from tournaments.ruling.services.preview import Order, rule
from tournaments.ruling.services.result_rulings import Forfeit, SetResult, VoidResult
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import Leave


def forfeit(pairing_id: int, *, losers: Sequence[int], **order: Any) -> Ruling:
    """One entry, or both, lose without play."""
    return rule(Forfeit(pairing_id=pairing_id, losers=tuple(losers)), Order(**order))


def correct_result(
    pairing_id: int, *, winner: int, score: Mapping[int, int] | None = None, **order: Any
) -> Ruling:
    """Say who won a pairing, before or after it was played (T9.5)."""
    return rule(SetResult(pairing_id=pairing_id, winner=winner, score=score), Order(**order))


def void_result(pairing_id: int, **order: Any) -> Ruling:
    """Annul what was played or ruled: the pairing is open again and is played anew."""
    return rule(VoidResult(pairing_id=pairing_id), Order(**order))


def withdraw(entry_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """An entry leaves: its match is forfeited, and every later place it would take is a walkover (T9.3)."""
    return rule(Leave(entry_id=entry_id), Order(by=by, now=now, reason=reason))


def disqualify(entry_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """As a withdrawal, and the entry may not come back."""
    return rule(Leave(entry_id=entry_id, verb="disqualify"), Order(by=by, now=now, reason=reason))


def undo(ruling_id: int, **order: Any) -> Ruling:
    """Take a ruling back; that is a ruling itself."""
    return rule(Undo(ruling_id=ruling_id), Order(**order))
