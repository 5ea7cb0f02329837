"""A player who did not join in time has lost, by the match itself (T9.4); this records it as a ruling of the site, so
that a director sees it in the record and can undo it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.standing import standing
from tournaments.models import PairingMatch, Result, Ruling, Timing, Tournament

UNDONE = "now"  # as in ruling/services/journal.py, which cannot be imported from here
KINDS = (Result.Kind.FORFEIT, Result.Kind.DOUBLE_FORFEIT)


def record_no_shows(
    tournament: Tournament, ended: Iterable[tuple[PairingMatch, Result | None]], now: datetime
) -> None:
    """Write a ruling for each of these matches, just recorded, that nobody began. Without a Timing there are none."""
    missed = [
        (row, result)
        for row, result in ended
        if result is not None and result.kind in KINDS and row.match.started_at is None
    ]
    if missed and Timing.objects.filter(tournament=tournament).exists():
        for row, result in missed:
            _record(tournament, row, result, now)


def _record(tournament: Tournament, row: PairingMatch, result: Result, now: datetime) -> None:
    both = result.kind == Result.Kind.DOUBLE_FORFEIT
    reason = _("Neither player joined in time.") if both else _("The player did not join in time.")
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
    """What ruling/services/journal.py would have noted of the end of the match, so that ruling/services/undo.py can undo it."""
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
