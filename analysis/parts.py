"""The part of the review page that shows the analysis of a match, or how to get one."""

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.impersonated_request import acting_user
from analysis.models import AnalysisStatus, MatchAnalysis
from analysis.selectors import analysis_of, refusal_of
from analysis.summary import class_of_pr, error_rows, tally
from analysis.texts import REASONS
from games.models import Match

SEATS = ("A", "B")


def analysis_part(match: Match, request: HttpRequest) -> SafeString:
    """A hook of games/review_parts.py: its reader may see the whole match. One query."""
    if not match.is_over:
        return SafeString("")
    analysis = analysis_of(match)
    context = {
        "match": match,
        "analysis": analysis,
        "is_done": analysis is not None and analysis.status == AnalysisStatus.DONE,
        "is_open": analysis is not None
        and analysis.status in (AnalysisStatus.WAITING, AnalysisStatus.RUNNING),
        "has_failed": analysis is not None and analysis.status == AnalysisStatus.FAILED,
        "refusal": "" if analysis is not None else REASONS.get(refusal_of(match), ""),
        "may_ask": acting_user(request) is not None,
        "sides": sides_of(match, analysis),
        "errors": error_rows(analysis.result["decisions"]) if analysis and analysis.result else [],
    }
    return render_to_string("analysis/part.html", context, request=request)


def sides_of(match: Match, analysis: MatchAnalysis | None) -> list[dict[str, Any]]:
    """PR, luck and errors of both seats; empty without a result. The seats of the match are prefetched."""
    if analysis is None or not analysis.result:
        return []
    names = {row.seat: row.player.name for row in match.seats.all()}
    rows = []
    for seat in SEATS:
        totals = analysis.result["totals"][seat]
        counts = tally(analysis.result["decisions"], seat)
        rows.append(
            {"seat": seat, "name": names.get(seat, seat), "class": class_of_pr(totals["pr"])}
            | totals
            | counts
        )
    return rows
