"""Who did not come within the time to join has lost by the table's own word (T9.4); here the house says so as a ruling,
so that a director sees it in the record and can take it back."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.standing import standing
from tournaments.models import PairingMatch, Result, Ruling, Timing, Tournament

UNDONE = "now"  # as in ruling/services/journal.py, which cannot be imported from here
KINDS = (Result.Kind.FORFEIT, Result.Kind.DOUBLE_FORFEIT)


def tell_no_shows(
    tournament: Tournament, ended: Iterable[tuple[PairingMatch, Result | None]], now: datetime
) -> None:
    """Write a ruling for each of these, just recorded, that nobody began. Tournaments without a Timing have none."""
    missed = [
        (row, result)
        for row, result in ended
        if result is not None and result.kind in KINDS and row.match.started_at is None
    ]
    if missed and Timing.objects.filter(tournament=tournament).exists():
        for row, result in missed:
            _tell(tournament, row, result, now)


def _tell(tournament: Tournament, row: PairingMatch, result: Result, now: datetime) -> None:
    both = result.kind == Result.Kind.DOUBLE_FORFEIT
    reason = (
        _("Neither of the two came within the time to join.")
        if both
        else _("Did not come within the time to join.")
    )
    ruling = Ruling.objects.create(
        tournament=tournament,
        pairing=row.pairing,
        at=now,
        verb="no_show",
        before=standing(row.pairing),
        reason=reason,
    )
    losers = ["A", "B"] if both else ["A" if result.loser_id == row.entry_a_id else "B"]
    ruling.changes = _as_journaled(row, result, losers)
    ruling.after = ruling.before | _outcome(result)
    ruling.save(update_fields=["changes", "after"])


def _outcome(result: Result) -> dict[str, object]:
    return {"outcome": result.kind, "winner": result.winner_id, "loser": result.loser_id}


def _as_journaled(row: PairingMatch, result: Result, losers: list[str]) -> list[dict[str, Any]]:
    """As ruling/services/journal.py would have noted what the table has done, so that ruling/services/undo.py takes it back."""
    of = [f"result {row.pairing_id}/{row.board}"]
    recorded = row.recorded_at.isoformat() if row.recorded_at else None
    return [
        {"table": row.pk, "end": ["forfeit", *losers], "of": of},
        {
            "model": "pairingmatch",
            "pks": [row.pk],
            "field": "recorded_at",
            "old": None,
            "new": recorded,
            "of": of,
        },
        {
            "model": "result",
            "pks": [result.pk],
            "field": "revoked_at",
            "old": UNDONE,
            "new": None,
            "of": of,
        },
    ]
