"""Keeping the PR of both seats beside the analysis it comes from, so that lists and sums need no JSON of whole matches."""

import logging
from typing import Any

from django.db.models import QuerySet

from analysis.kinds import lost_by_kind
from analysis.models import MatchAnalysis, PerformanceRating
from games.records.replay import MatchRecord
from games.selectors.records import record_of

logger = logging.getLogger(__name__)


def store_performance(analysis: MatchAnalysis, record: MatchRecord, result: dict[str, Any]) -> None:
    """The rows of both seats from `result` (as in MatchAnalysis); a seat without a counted decision has none.

    The analysis asked for last is the one that counts, as on the review page. Call it where the result is written.
    """
    of_match = PerformanceRating.objects.filter(match=analysis.match_id)
    if of_match.filter(log_length=analysis.log_length, analysis__gt=analysis.pk).exists():
        return
    kinds = lost_by_kind(record, result["decisions"])
    PerformanceRating.objects.bulk_create(
        [
            PerformanceRating(
                match_id=analysis.match_id,
                seat=seat,
                analysis=analysis,
                log_length=analysis.log_length,
                pr=figures["pr"],
                decisions=figures["decisions"],
                lost_by_kind=kinds[seat],
            )
            for seat, figures in result["totals"].items()
            if figures["pr"] is not None and figures["decisions"]
        ],
        update_conflicts=True,
        unique_fields=["match", "seat"],
        update_fields=["analysis", "log_length", "pr", "decisions", "lost_by_kind"],
    )
    of_match.exclude(analysis=analysis.pk).delete()


def fill_kinds(ratings: QuerySet[PerformanceRating], most: int) -> int:
    """Work out the kinds of matches that were analysed before there were any; returns how many rows. A changed log has none,
    and neither has a match that fails: it would be the first again each time."""
    rows = ratings.select_related("analysis", "match").defer("match__state", "analysis__part")
    by_seat: dict[int, dict[str, Any]] = {}
    number = 0
    for row in rows.order_by("analysis", "pk")[:most]:
        if row.analysis_id not in by_seat:
            by_seat = {row.analysis_id: _kinds_by_seat(row)}
        PerformanceRating.objects.filter(pk=row.pk, analysis=row.analysis_id).update(
            lost_by_kind=by_seat[row.analysis_id].get(row.seat, {})
        )
        number += 1
    return number


def _kinds_by_seat(row: PerformanceRating) -> dict[str, Any]:
    if row.match.seq != row.log_length or not row.analysis.result:
        return {}
    try:
        return dict(lost_by_kind(record_of(row.match), row.analysis.result["decisions"]))
    except Exception:
        logger.exception("the kinds of %s cannot be worked out", row.match_id)
        return {}
