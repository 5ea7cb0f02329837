"""The email about a score that was reported for a player's match over the board. `tag` of the notice is the report's id."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.urls import reverse

from tournaments.models import Notice, ScoreReport

KIND = Notice.REPORTED
TIME_TO_ANSWER = timedelta(minutes=1)
"""Players who agree on the result within this time get no email."""


def due(now: datetime) -> Q:
    """Every notice but those of reports that are too new."""
    return ~Q(kind=KIND) | Q(created_at__lte=now - TIME_TO_ANSWER)


def still_waits(notice: Notice) -> bool:
    """Can the player still object, and have they not confirmed it signed in?"""
    waiting = ScoreReport.objects.filter(pk=int(notice.tag), state=ScoreReport.State.WAITING)
    confirmed = ScoreReport.objects.filter(
        slip=notice.slip_id,
        state=ScoreReport.State.AGREED,
        with_slip=False,
        by=notice.player.user_id,
    )
    return waiting.exists() and not confirmed.exists()


def email_context(notice: Notice) -> dict[str, Any]:
    """The context of its email templates."""
    reports = ScoreReport.objects.select_related(
        "slip__entry_a__player", "slip__entry_b__player", "side__player", "winner__player",
        "slip__pairing__stage__tournament",
    )  # fmt: skip
    report = reports.get(pk=int(notice.tag))
    slip, tournament = report.slip, report.slip.pairing.stage.tournament
    return {
        "title": tournament.name,
        "one": slip.entry_a.title,
        "two": slip.entry_b.title,
        "reporter": report.side.title if report.side else "",
        "by_slip": report.with_slip,
        "winner": report.winner.title if report.winner else "",
        "score": "–".join(map(str, report.points)),
        "stands_at": report.stands_at,
        "url": settings.SITE_URL + reverse("slip", args=[slip.code]),
    }
