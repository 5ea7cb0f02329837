"""Matches that ended become results. A match is recorded once, by a database constraint."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from games.models import Match
from tournaments.bracket.services.lineup import queue_forfeit_notices
from tournaments.bracket.services.no_shows import record_no_shows
from tournaments.models import PairingMatch, Result, Tournament

KINDS = {"time", "conceded", "forfeit"}  # every other end of a match counts as played (T1.2)


def record_finished(
    tournament: Tournament, now: datetime, ended: Collection[UUID] | None = None
) -> set[int]:
    """Record matches that have ended since last time, or those of `ended` that are not recorded; returns their pairings.

    A match that was voided makes room for another.
    """
    owed = PairingMatch.objects.filter(
        recorded_at=None, voided_at=None, match__finished_at__isnull=False
    )
    if ended is None:
        owed = owed.filter(pairing__stage__tournament=tournament)
    else:
        owed = owed.filter(match__in=ended, pairing__stage__tournament=tournament)
    rows = owed.select_related("match", "pairing").order_by("match__finished_at", "id")
    finished = list(rows)
    results = [result_of(row, now) for row in finished]
    write_results(finished, results, now)
    record_no_shows(tournament, zip(finished, results, strict=True), now)
    queue_forfeit_notices(zip(finished, results, strict=True), now)
    return {row.pairing_id for row in finished}


def write_results(ended: list[PairingMatch], results: list[Result | None], now: datetime) -> None:
    """Write one result a match; a match without a result is annulled."""
    Result.objects.bulk_create(result for result in results if result is not None)
    for row, result in zip(ended, results, strict=True):
        row.recorded_at = now
        if result is None:
            row.voided_at, row.annulled = now, True
    PairingMatch.objects.bulk_update(
        ended, ["recorded_at", "voided_at", "annulled"], batch_size=500
    )


def result_of(row: PairingMatch, now: datetime) -> Result | None:
    """The result of a finished match, by entries; None for a match that decides nothing."""
    match: Match = row.match
    result = Result(
        pairing=row.pairing,
        board=row.board,
        match=match,
        source=Result.Source.MATCH,
        kind=match.reason if match.reason in KINDS else Result.Kind.PLAYED,
        score={str(row.entry_a_id): match.score_a, str(row.entry_b_id): match.score_b},
        created_at=now,
    )
    sides = {"A": row.entry_a_id, "B": row.entry_b_id}
    if match.status == "finished" and match.winner in sides:
        result.winner_id = sides.pop(match.winner)
        (result.loser_id,) = sides.values()
        return result
    both = {"drawn": Result.Kind.TIED, "double_forfeit": Result.Kind.DOUBLE_FORFEIT}
    if match.status == "finished" and match.reason in both:
        result.kind = both[match.reason]
        result.loser_id, result.second_loser_id = sides["A"], sides["B"]
        return result
    return None
