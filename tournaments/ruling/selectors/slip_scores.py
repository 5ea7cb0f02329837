"""The recorded score of a match over the board: its result, else its score sheet, else the one reported score. For
previews, after their trial was rolled back."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import ScoreReport, SheetGame, Slip, TableUse

Score = tuple[int, int]
State = ScoreReport.State


@dataclass(frozen=True, slots=True)
class SlipScore:
    """The points in the order of the slip, (0, 0) where none are recorded; and its table."""

    score: Score
    table: int | None


def slip_scores(ids: Collection[Any]) -> dict[int, SlipScore]:
    """By slip. Five queries, none for no slips."""
    if not ids:
        return {}
    slips = list(Slip.objects.filter(pk__in=ids))
    scores = {**_reported(slips), **_on_sheets(slips), **_decided(slips)}
    uses = TableUse.objects.filter(slip__in=ids, ended_at=None)
    tables = dict(uses.values_list("slip_id", "table__number"))
    return {s.pk: SlipScore(scores.get(s.pk, (0, 0)), tables.get(s.pk)) for s in slips}


def _decided(slips: list[Slip]) -> dict[int, Score]:
    results = counting_results().filter(pairing__in=[slip.pairing_id for slip in slips])
    by_pair = {
        (pairing, board, frozenset((winner, loser))): score
        for pairing, board, winner, loser, score in results.values_list(
            "pairing_id", "board", "winner_id", "loser_id", "score"
        )
    }
    keys = {s.pk: (s.pairing_id, s.board, frozenset((s.entry_a_id, s.entry_b_id))) for s in slips}
    scores = {slip.pk: _points(slip, by_pair.get(keys[slip.pk])) for slip in slips}
    return {pk: score for pk, score in scores.items() if any(score)}


def _on_sheets(slips: list[Slip]) -> dict[int, Score]:
    points: dict[int, dict[str, int]] = {}
    games = SheetGame.objects.filter(slip__in=slips)
    for slip, winner, worth, cube in games.values_list("slip_id", "winner_id", "worth", "cube"):
        of_slip = points.setdefault(slip, {})
        of_slip[str(winner)] = of_slip.get(str(winner), 0) + worth * cube
    return {slip.pk: _points(slip, points[slip.pk]) for slip in slips if slip.pk in points}


def _reported(slips: list[Slip]) -> dict[int, Score]:
    """Reported scores that nobody contradicts."""
    reports = ScoreReport.objects.filter(slip__in=slips, state=State.WAITING, score__isnull=False)
    scores = dict(reports.values_list("slip_id", "score"))
    return {slip.pk: _points(slip, scores.get(slip.pk)) for slip in slips if slip.pk in scores}


def _points(slip: Slip, score: dict[str, int] | None) -> Score:
    points = score or {}
    return int(points.get(str(slip.entry_a_id), 0)), int(points.get(str(slip.entry_b_id), 0))
