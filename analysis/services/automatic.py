"""Analyses that nobody has to ask for: of matches that the site analyses by itself, and again where a ruling has changed a match.

Rows are the queue, so this may be called at any time and by several workers. What users ask for goes first.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from analysis.engine import is_available
from analysis.models import AnalysisStatus, MatchAnalysis, PerformanceRating
from analysis.selectors import OPEN, key_of, refusal_of
from analysis.services.performance import fill_kinds
from games.models import Match, MatchKind, MatchStatus

LOOK_BACK = timedelta(days=1)
"""A match that ended longer ago is not begun by itself, so that turning the setting on does not queue the whole history."""
AT_ONCE = 200
KINDS_AT_ONCE = 20
"""Each row may take a replay of its match, with the whole result in memory."""
SHARE = 0.8
"""So much of the queue may be filled without anybody asking."""


def owe_analyses(now: datetime) -> int:
    """Queue what is missing; returns how many. Safe to repeat."""
    if not is_available() or not settings.ANALYSES_AT_ONCE:
        return 0
    waiting = MatchAnalysis.objects.filter(status__in=OPEN).count()
    room = min(AT_ONCE, int(settings.ANALYSIS_QUEUE * SHARE) - waiting)
    queued = 0
    for match in [*_corrected(room), *_chosen(now, room)]:
        if queued >= room:
            break
        if not refusal_of(match):
            _row, is_new = MatchAnalysis.objects.get_or_create(
                **key_of(match), defaults={"requested_at": now, "is_automatic": True}
            )
            queued += is_new
    fill_kinds(PerformanceRating.objects.filter(lost_by_kind__isnull=True), KINDS_AT_ONCE)
    return queued


def _corrected(room: int) -> Iterable[Match]:
    """Matches with an analysis whose log has changed since then."""
    if room <= 0:
        return []
    outdated = MatchAnalysis.objects.filter(status=AnalysisStatus.DONE).exclude(
        log_length=F("match__seq")
    )
    of_now = MatchAnalysis.objects.filter(
        match=OuterRef("match"), log_length=OuterRef("match__seq")
    )
    again = outdated.filter(~Exists(of_now), match__status=MatchStatus.FINISHED)
    return _matches().filter(pk__in=list(again.values_list("match", flat=True)[:room]))


def _chosen(now: datetime, room: int) -> Iterable[Match]:
    """Matches that ended lately and that the site analyses by itself, the latest first."""
    of = {
        "tournaments": Q(kind=MatchKind.TOURNAMENT),
        "rated": Q(kind=MatchKind.TOURNAMENT) | Q(kind=MatchKind.FRIENDLY, context__rated=True),
    }.get(settings.ANALYSES_AUTOMATIC)
    if of is None or room <= 0:
        return []
    of_now = MatchAnalysis.objects.filter(match=OuterRef("pk"), log_length=OuterRef("seq"))
    ended = _matches().filter(
        of, ~Exists(of_now), status=MatchStatus.FINISHED, finished_at__gte=now - LOOK_BACK
    )
    return ended.order_by("-finished_at")[:AT_ONCE]


def _matches() -> QuerySet[Match]:
    return Match.objects.defer("state")
