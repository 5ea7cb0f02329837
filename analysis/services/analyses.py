"""Asking for an analysis, and running what is asked for. Safe to call from several workers at once."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from analysis.alignment import Misaligned, align
from analysis.copies import copies_match_in_play
from analysis.engine import EngineError, analyze
from analysis.engine_file import engine_file
from analysis.hooks import after_analysis
from analysis.models import AnalysisFile, AnalysisStatus, MatchAnalysis
from analysis.selectors import OPEN, is_closed_to, key_of, refusal_of
from analysis.services.performance import store_performance
from analysis.texts import IMPORT_IN_PLAY, REASONS
from games.models import Match
from games.records.games import games_of
from games.records.mat_writer import played
from games.selectors.records import record_of
from web.errors import DomainError
from web.rate_limit import is_within

logger = logging.getLogger(__name__)

SILENT_AFTER = timedelta(seconds=90)
"""A running analysis without a sign of life for so long belongs to a worker that was killed; another begins it again."""
NO_ANSWER_S = 60.0
MOST_ATTEMPTS = 3
SAVE_EVERY_S = 1.0
HOUR_S = 3600


def request_analysis(match: Match, user: User, now: datetime) -> MatchAnalysis:
    """The analysis of the match as its log stands; a new row where there is none yet, or a failed one once more.

    Raises DomainError: cannot_analyse (422) with the reason, match_in_play (409), too_many_analyses (429), analysis_queue_full (503).
    """
    if is_closed_to(user, match):
        raise DomainError("match_in_play", str(IMPORT_IN_PLAY), 409)
    if reason := refusal_of(match):
        raise _cannot(reason)
    existing = MatchAnalysis.objects.filter(**key_of(match)).first()
    if existing is not None and existing.status != AnalysisStatus.FAILED:
        MatchAnalysis.objects.filter(pk=existing.pk, is_automatic=True).update(is_automatic=False)
        return existing
    if not is_within(f"analysis:{user.pk}", settings.ANALYSES_PER_HOUR, HOUR_S, now):
        raise too_many()
    if MatchAnalysis.objects.filter(status__in=OPEN).count() >= settings.ANALYSIS_QUEUE:
        raise queue_full()
    if copies_match_in_play(match):
        raise _cannot("in_play")
    with transaction.atomic():
        analysis, is_new = MatchAnalysis.objects.get_or_create(
            **key_of(match), defaults={"requested_at": now}
        )
        if not is_new:
            MatchAnalysis.objects.filter(pk=analysis.pk, status=AnalysisStatus.FAILED).update(
                status=AnalysisStatus.WAITING,
                attempts=0,
                error="",
                requested_at=now,
                is_automatic=False,
            )
            analysis.refresh_from_db()
    return analysis


def run_next(clock: Callable[[], datetime] = timezone.now) -> bool:
    """Judge the match that waits longest, first of those that somebody asked for. False: nothing waits, or as many run as may at once. Takes seconds to minutes."""
    analysis = _claim(clock())
    if analysis is None:
        return False
    try:
        _run(analysis, clock)
    except (EngineError, Misaligned) as error:
        logger.warning("analysis of %s failed: %s", analysis.match_id, error)
        _fail(analysis, str(error), clock())
    else:
        _announce(analysis)
    return True


def _announce(analysis: MatchAnalysis) -> None:
    for name, function in after_analysis.functions().items():
        try:
            function(analysis.match_id)
        except Exception:
            logger.exception("%s failed after the analysis of %s", name, analysis.match_id)


def _claim(now: datetime) -> MatchAnalysis | None:
    if not MatchAnalysis.objects.filter(status__in=OPEN).exists():
        return None
    silent = Q(status=AnalysisStatus.RUNNING, alive_at__lt=now - SILENT_AFTER)
    with transaction.atomic():
        running = MatchAnalysis.objects.filter(status=AnalysisStatus.RUNNING).exclude(silent)
        if running.count() >= settings.ANALYSES_AT_ONCE:
            return None
        rows = MatchAnalysis.objects.select_for_update(skip_locked=True, of=("self",))
        waiting = rows.filter(Q(status=AnalysisStatus.WAITING) | silent)
        analysis = (
            waiting.select_related("match").order_by("is_automatic", "requested_at", "id").first()
        )
        if analysis is None:
            return None
        if analysis.attempts >= MOST_ATTEMPTS:
            _fail(analysis, "It was begun too often and never ended.", now)
            return None
        analysis.status, analysis.alive_at, analysis.part = AnalysisStatus.RUNNING, now, None
        analysis.attempts += 1
        analysis.save(update_fields=["status", "alive_at", "part", "attempts"])
        return analysis


def _run(analysis: MatchAnalysis, clock: Callable[[], datetime]) -> None:
    match = analysis.match
    record = record_of(match)
    if len(record.entries) != analysis.log_length or refusal_of(match):
        raise Misaligned("A ruling has changed the match.")
    if not played(games_of(record)):
        raise Misaligned("Nothing was played.")
    saved_at = 0.0

    def on_progress(done: int, total: int) -> None:
        nonlocal saved_at
        if time.monotonic() - saved_at < SAVE_EVERY_S and done != total:
            return
        saved_at = time.monotonic()
        _mine(analysis).update(done=done, total=total, alive_at=clock())

    def on_part(part: dict[str, Any]) -> None:
        decisions = align(record, part["decisions"], is_part=True)
        so_far = {"decisions": decisions, "totals": part["totals"]}
        _mine(analysis).update(part=so_far, alive_at=clock())

    judged = analyze(
        engine_file(record), analysis.preset, on_progress, timeout_s=NO_ANSWER_S, on_part=on_part
    )
    result = {"decisions": align(record, judged["decisions"]), "totals": judged["totals"]}
    with transaction.atomic():
        is_mine = _mine(analysis).update(
            status=AnalysisStatus.DONE,
            result=result,
            part=None,
            finished_at=clock(),
            done=F("total"),
            error="",
        )
        if is_mine:
            AnalysisFile.objects.update_or_create(
                analysis=analysis, defaults={"content": judged["file"]}
            )
            store_performance(analysis, record, result)


def _mine(analysis: MatchAnalysis) -> QuerySet[MatchAnalysis]:
    """The row as long as this worker has it: another one may have begun it again."""
    return MatchAnalysis.objects.filter(
        pk=analysis.pk, status=AnalysisStatus.RUNNING, attempts=analysis.attempts
    )


def _fail(analysis: MatchAnalysis, why: str, now: datetime) -> None:
    MatchAnalysis.objects.filter(pk=analysis.pk, status__in=OPEN).update(
        status=AnalysisStatus.FAILED, error=why[:300], finished_at=now, part=None
    )


def _cannot(reason: str) -> DomainError:
    return DomainError(f"cannot_analyse_{reason}", str(REASONS[reason]), 422)


def too_many() -> DomainError:
    text = _("You have asked for too many analyses. Try again in an hour.")
    return DomainError("too_many_analyses", text, 429)


def queue_full() -> DomainError:
    text = _("Too many matches are waiting for analysis. Try again later.")
    return DomainError("analysis_queue_full", text, 503)
