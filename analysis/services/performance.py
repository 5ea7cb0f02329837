"""Keeping the PR of both seats beside the analysis it comes from, so that lists and sums need no JSON."""

from typing import Any

from analysis.models import MatchAnalysis, PerformanceRating


def store_performance(analysis: MatchAnalysis, totals: dict[str, Any]) -> None:
    """The rows of both seats from `totals` ({"A": Totals, "B": Totals}); a seat without a counted decision has none.

    The analysis asked for last is the one that counts, as on the review page. Call it where the result is written.
    """
    of_match = PerformanceRating.objects.filter(match=analysis.match_id)
    if of_match.filter(log_length=analysis.log_length, analysis__gt=analysis.pk).exists():
        return
    PerformanceRating.objects.bulk_create(
        [
            PerformanceRating(
                match_id=analysis.match_id,
                seat=seat,
                analysis=analysis,
                log_length=analysis.log_length,
                pr=figures["pr"],
                decisions=figures["decisions"],
            )
            for seat, figures in totals.items()
            if figures["pr"] is not None and figures["decisions"]
        ],
        update_conflicts=True,
        unique_fields=["match", "seat"],
        update_fields=["analysis", "log_length", "pr", "decisions"],
    )
    of_match.exclude(analysis=analysis.pk).delete()
