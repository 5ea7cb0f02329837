"""What is known of the analysis of a match."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q
from django.db.models.fields.json import KeyTextTransform

from accounts.models import User
from analysis.alignment import why_not
from analysis.engine import engine_version, is_available
from analysis.engine.file_process import can_read
from analysis.models import (
    AnalysisFile,
    AnalysisStatus,
    ImportedAnalysis,
    MatchAnalysis,
    PerformanceRating,
)
from analysis.performance import Performance
from analysis.program_names import PROGRAMS, level_text
from analysis.texts import IMPORT_IN_PLAY
from games.engine.rules import Rules
from games.errors import NoSuchMatch
from games.models import Match, MatchKind, MatchStatus
from games.selectors.visibility import delay_of, hidden_from
from web.errors import DomainError

MOST_PERFORMANCES = 2000
IN_PLAY = (MatchStatus.NONCES, MatchStatus.BREAK, MatchStatus.PLAYING)
OPEN = (AnalysisStatus.WAITING, AnalysisStatus.RUNNING)


def seen_to_the_end(user: User | AnonymousUser | None, match_id: UUID, now: datetime) -> Match:
    """A match that is over, for a user who may see all of it: nobody reads or asks for an analysis before.

    Raises NoSuchMatch, and DomainError match_in_play (409): whoever plays reads no analysis of an imported match, since it may be
    one of their own position.
    """
    match = Match.objects.defer("state").filter(pk=match_id).first()
    if match is None or not match.is_over or hidden_from(user, match, now) is not None:
        raise NoSuchMatch()
    if is_closed_to(user, match):
        raise DomainError("match_in_play", str(IMPORT_IN_PLAY), 409)
    return match


def is_closed_to(user: User | AnonymousUser | None, match: Match) -> bool:
    """One query for an imported match and a user, none otherwise."""
    is_imported = match.kind == MatchKind.IMPORTED
    return is_imported and isinstance(user, User) and match_in_play(user) is not None


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


def file_of(analysis: MatchAnalysis | None) -> bytes | None:
    """The .gvab file of an analysis that is done; None for older ones, which were kept without, and where the library that
    writes it is missing. One query."""
    if analysis is None or not can_read():
        return None
    contents = AnalysisFile.objects.filter(analysis=analysis).values_list("content", flat=True)
    content = contents.first()
    return None if content is None else bytes(content)


def has_file(analysis: MatchAnalysis | None) -> bool:
    """Can it be downloaded? One query for an analysis that is done."""
    is_done = analysis is not None and analysis.status == AnalysisStatus.DONE
    return is_done and can_read() and AnalysisFile.objects.filter(analysis=analysis).exists()


def imported_analysis_of(match: Match) -> ImportedAnalysis | None:
    """What the file of an imported match said of it. One query, none for other matches."""
    if match.kind != MatchKind.IMPORTED:
        return None
    return ImportedAnalysis.objects.filter(match=match).first()


def judged_decisions(match: Match) -> list[dict[str, Any]]:
    """What the review shows of each decision, in order: the finished analysis of the site, else that of the file. Two queries."""
    analysis = analysis_of(match)
    is_done = analysis is not None and analysis.status == AnalysisStatus.DONE
    shown = analysis if is_done else imported_analysis_of(match)
    result: dict[str, Any] = (shown.result if shown else None) or {}
    return list(result.get("decisions", []))


def imported_state_of(analysis: ImportedAnalysis) -> dict[str, Any]:
    """{"program", "level", "result"}, the program by its name."""
    return {
        "program": PROGRAMS.get(analysis.program, analysis.program),
        "level": level_text(analysis.level),
        "result": analysis.result,
    }


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
    open_rows = MatchAnalysis.objects.filter(status__in=OPEN)
    running = Q(status=AnalysisStatus.RUNNING)
    more_urgent = Q(is_automatic__lt=analysis.is_automatic)
    earlier = Q(is_automatic=analysis.is_automatic, requested_at__lt=analysis.requested_at)
    return open_rows.filter(running | more_urgent | earlier).exclude(pk=analysis.pk).count()


def state_of(analysis: MatchAnalysis | None) -> dict[str, Any]:
    """{"status", "done", "total", "ahead", "preset", "engine", "result"}; `status` is "none" before anybody has asked.

    While it runs, `result` is what is judged so far, or None.
    """
    if analysis is None:
        empty = {"done": 0, "total": 0, "ahead": 0, "preset": "", "engine": "", "result": None}
        return {"status": "none", **empty}
    is_running = analysis.status == AnalysisStatus.RUNNING
    return {
        "status": analysis.status,
        "done": analysis.done,
        "total": analysis.total,
        "ahead": ahead_of(analysis) if analysis.status == AnalysisStatus.WAITING else 0,
        "preset": analysis.preset,
        "engine": analysis.engine,
        "result": analysis.part if is_running else analysis.result,
    }


def match_in_play(user: User) -> UUID | None:
    """A match of theirs that has begun and is not over, live or by correspondence, rated or not. One query."""
    matches = Match.objects.filter(
        finished_at=None, status__in=IN_PLAY, seats__player__user=user
    ).order_by("created_at")
    return matches.values_list("pk", flat=True).first()


def performances(of: Q, now: datetime) -> list[Performance]:
    """The PRs of finished matches that everybody may see, the latest first; the latest 2000 of them. One query.

    `of` chooses among `PerformanceRating`; `match__seats` is the seat of the rating, once for each player who sits there.
    Left out: imported matches, which are read by link, and what spectators do not see yet.
    """
    rows = (
        PerformanceRating.objects.filter(
            of,
            match__seats__seat=F("seat"),
            match__status=MatchStatus.FINISHED,
            match__seq=F("log_length"),
        )
        .exclude(match__kind=MatchKind.IMPORTED)
        .order_by("-match__finished_at", "-match_id")
        .values_list(
            "match", "match__seats__player", "match__seats__player__name", "match__seats__player__country",
            "match__seats__player__bot_kind", KeyTextTransform("length", "match__rules"), "pr", "decisions", "match__finished_at",
            "match__last_at", KeyTextTransform("spectator_delay_s", "match__context"), "lost_by_kind",
        )[:MOST_PERFORMANCES]
    )  # fmt: skip
    return [
        Performance(match, player, name, str(country or ""), bool(bot), int(length) if length else None, pr, n, ended, kinds or {})
        for match, player, name, country, bot, length, pr, n, ended, last_at, delay_s, kinds in rows
        if last_at <= now - delay_of({"spectator_delay_s": delay_s})
    ]  # fmt: skip
