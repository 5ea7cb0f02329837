"""What is shown of analyses on pages of the apps around: on the review of a match, and on the page of a player."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.impersonated_request import acting_user
from accounts.models import Player, User
from analysis.engine import is_available
from analysis.kinds import KINDS
from analysis.models import AnalysisStatus, MatchAnalysis
from analysis.performance import average, by_kind, graph_of, grouped
from analysis.position_verdict import signed
from analysis.selectors import (
    analysis_of,
    has_file,
    imported_analysis_of,
    imported_state_of,
    is_closed_to,
    performances,
    refusal_of,
)
from analysis.summary import class_of_pr, error_rows, luck_adjusted, tally
from analysis.texts import IMPORT_IN_PLAY, REASONS
from games.models import Match

SEATS = ("A", "B")
PLAYED = "played"
LATEST = 5
MOST_LENGTHS = 6


def analysis_part(match: Match, request: HttpRequest) -> SafeString:
    """A hook of games/review_parts.py: its reader may see the whole match. Two queries."""
    if not match.is_over:
        return SafeString("")
    if is_closed_to(acting_user(request), match):
        context = {"match": match, "refusal": IMPORT_IN_PLAY}
        return render_to_string("analysis/part.html", context, request=request)
    analysis = analysis_of(match)
    of_file = imported_analysis_of(match)
    context = {
        "match": match,
        "analysis": analysis,
        "of_file": None if of_file is None else imported_state_of(of_file),
        "file_sides": _sides(match, None if of_file is None else of_file.result),
        "file_errors": [] if of_file is None else error_rows(of_file.result["decisions"]),
        "may_export": has_file(analysis),
        "is_done": analysis is not None and analysis.status == AnalysisStatus.DONE,
        "is_open": analysis is not None
        and analysis.status in (AnalysisStatus.WAITING, AnalysisStatus.RUNNING),
        "has_failed": analysis is not None and analysis.status == AnalysisStatus.FAILED,
        "refusal": "" if analysis is not None else REASONS.get(refusal_of(match), ""),
        "may_ask": acting_user(request) is not None,
        "may_judge": is_available(),
        "sides": sides_of(match, analysis),
        "errors": error_rows(analysis.result["decisions"]) if analysis and analysis.result else [],
        "may_train": _sits_at(match, request),
    }
    return render_to_string("analysis/part.html", context, request=request)


def _sits_at(match: Match, request: HttpRequest) -> bool:
    """Is it a match of whoever is signed in? Guests have no training. The seats of the match are prefetched."""
    user = acting_user(request)
    if user is None or user.is_guest:
        return False
    return any(row.player.user_id == user.pk for row in match.seats.all())


def is_account(user: User | AnonymousUser) -> bool:
    """Training is for accounts: guests and visitors have none."""
    return isinstance(user, User) and not user.is_guest


def sides_of(match: Match, analysis: MatchAnalysis | None) -> list[dict[str, Any]]:
    """PR, luck, luck-adjusted result and errors of both seats; empty without a result. The seats of the match are prefetched."""
    return _sides(match, None if analysis is None else analysis.result)


def _sides(match: Match, result: dict[str, Any] | None) -> list[dict[str, Any]]:
    if not result:
        return []
    names = match.context.get("names") or {row.seat: row.player.name for row in match.seats.all()}
    adjusted = luck_adjusted(match.winner if match.reason == PLAYED else None, result["totals"])
    rows = []
    for seat in SEATS:
        totals = result["totals"][seat]
        counts = tally(result["decisions"], seat)
        rows.append(
            {"seat": seat, "name": names.get(seat, seat), "class": class_of_pr(totals["pr"])}
            | {"adjusted": adjusted.get(seat), "luck_text": signed(totals["luck"])}
            | totals
            | counts
        )
    return rows


def performance_card(player: Player, request: HttpRequest) -> list[SafeString]:
    """A card for the page of a player: their PR over time, by length and by kind; nothing without an analysed match. One query."""
    rows = performances(Q(match__seats__player=player), timezone.now())
    if not rows:
        return []
    whole = average(rows)
    lengths = {key: average(group) for key, group in grouped(rows, lambda row: row.length).items()}
    most_played = sorted(lengths.items(), key=lambda item: -item[1].decisions)[:MOST_LENGTHS]
    context = {
        "whole": whole,
        "class": class_of_pr(whole.pr),
        "graph": graph_of(rows),
        "lengths": sorted(most_played, key=lambda item: item[0] or 0),
        "kinds": [(KINDS[kind], row) for kind, row in by_kind(rows, KINDS).items()],
        "latest": rows[:LATEST],
        "may_train": is_account(request.user) and player.user_id == request.user.pk,
    }
    return [render_to_string("analysis/performance_card.html", context, request=request)]
