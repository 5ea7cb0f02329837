"""What is known of the analysis of a match."""

from django.conf import settings

from analysis.alignment import why_not
from analysis.engine import engine_version, is_available
from analysis.models import AnalysisStatus, MatchAnalysis
from games.engine.rules import Rules
from games.models import Match, MatchStatus

OPEN = (AnalysisStatus.WAITING, AnalysisStatus.RUNNING)


def refusal_of(match: Match) -> str:
    """Why this match cannot be analysed, a code of texts.REASONS; empty where it can."""
    if not is_available():
        return "no_engine"
    if match.status not in (MatchStatus.FINISHED, MatchStatus.VOID):
        return "not_over"
    return why_not(Rules.from_json(match.rules))


def analysis_of(match: Match) -> MatchAnalysis | None:
    """The newest analysis of the log as it stands: one that is done goes before one that waits. One query."""
    rows = list(MatchAnalysis.objects.filter(match=match, log_length=match.seq).order_by("-id"))
    done = (row for row in rows if row.status == AnalysisStatus.DONE)
    return next(done, rows[0] if rows else None)


def key_of(match: Match) -> dict[str, object]:
    """What a result is stored under once."""
    return {
        "match": match,
        "log_length": match.seq,
        "preset": settings.ANALYSIS_PRESET,
        "engine": engine_version(),
    }


def ahead_of(analysis: MatchAnalysis) -> int:
    """How many analyses come before this one."""
    earlier = MatchAnalysis.objects.filter(status__in=OPEN, pk__lt=analysis.pk)
    return earlier.count()
