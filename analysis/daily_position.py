"""The position of the day: one decision of an analysed match that everybody may see, the same for everybody.

It comes from matches that were over and analysed before the day began, so nothing that happens during the day changes it.
Plays and decisions about the cube take turns, where the match of the day has both.
"""

from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any

from django.core.cache import caches
from django.db.models import F

from analysis.models import AnalysisStatus, MatchAnalysis
from analysis.quiz import Quiz, quiz_of, suited
from games.models import MatchKind, MatchStatus
from games.records.identifiers import identifiers_of
from games.selectors.records import record_of
from games.selectors.visibility import LONGEST_DELAY

LATEST = 200
"""Chosen among so many analyses, the latest ones."""
TRIED = 5
"""So many matches are looked at before there is no position today, and so many decisions of each."""


def daily_position(now: datetime) -> Quiz | None:
    """The position of this day (UTC); None without a match that is fit. Nine queries at most, once a day; kept in the cache."""
    day = now.astimezone(UTC).date()
    key = f"daily-position:{day}"
    kept: dict[str, Any] | None = caches["pages"].get(key)
    if kept is None:
        begins = datetime.combine(day, time.min, UTC)
        kept = {"quiz": _chosen(begins)}
        until_tomorrow = begins + timedelta(days=1) - now
        caches["pages"].set(key, kept, max(1, int(until_tomorrow.total_seconds())))
    quiz: Quiz | None = kept["quiz"]
    return quiz


def _chosen(begins: datetime) -> Quiz | None:
    salt = begins.date().isoformat()
    analyses = MatchAnalysis.objects.filter(
        status=AnalysisStatus.DONE,
        finished_at__lt=begins,
        match__status=MatchStatus.FINISHED,
        match__finished_at__lt=begins - LONGEST_DELAY,
        match__seq=F("log_length"),
    ).exclude(match__kind=MatchKind.IMPORTED)
    ids = list(analyses.order_by("-id").values_list("pk", flat=True)[:LATEST])
    ids.sort(key=lambda pk: sha256(f"{salt} {pk}".encode()).hexdigest())
    for pk in ids[:TRIED]:
        analysis = MatchAnalysis.objects.select_related("match").get(pk=pk)
        quiz = _quiz_from(analysis, salt)
        if quiz is not None:
            return quiz
    return None


def _quiz_from(analysis: MatchAnalysis, salt: str) -> Quiz | None:
    decisions = (analysis.result or {}).get("decisions", [])
    is_cube_day = date.fromisoformat(salt).toordinal() % 2 == 1
    questions = suited(decisions, salt, cube_first=is_cube_day)[:TRIED]
    if not questions:
        return None
    entries = {entry.seq: entry for entry in record_of(analysis.match).entries}
    for question in questions:
        entry = entries.get(question.seq)
        if entry is None:
            continue
        quiz = quiz_of(question, identifiers_of(entry.before.match).xgid, salt)
        if quiz is not None:
            return quiz
    return None
