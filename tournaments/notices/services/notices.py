"""Sends the emails that are due to players, of which “your match is ready” is one. Notice rows are the queue."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.mailing import plain_values, verified_address
from accounts.models import User
from notifications import kinds
from notifications.selectors.preferences import email_time
from tournaments.entry.services import entry_notices
from tournaments.models import EntryInvitation, Notice, Slip, TableUse
from tournaments.notices.services import (
    declined_notices,
    forfeit_notices,
    report_notices,
    seat_notices,
    timing_text,
)
from tournaments.timing.services import time_notices

log = structlog.get_logger(__name__)

CLAIM_LAPSES = timedelta(minutes=5)
MOST_AT_ONCE = 200
KINDS = {
    "ready": kinds.READY,
    forfeit_notices.KIND: kinds.FORFEIT,
    report_notices.KIND: kinds.RESULT,
    entry_notices.SEATED: kinds.SEAT,
    entry_notices.DECLINED: kinds.ENTRY,
}
"""Which switch of the settings is for which notice; the rest are about match times."""


def send_owed(now: datetime) -> int:
    """Send what is due; returns how many went out. A notice that is no longer wanted is settled without an email."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    due = Notice.objects.filter(free, report_notices.due(now), sent_at=None)
    batch = due.select_related(
        "player__user", "pairing_match__match", "slip__pairing__stage__tournament"
    )[:MOST_AT_ONCE]
    return sum(_settle(notice, now) for notice in list(batch))


def _settle(notice: Notice, now: datetime) -> bool:
    """Claim, send, settle. If the worker dies in between, the claim lapses and the email is sent again."""
    mine = Notice.objects.filter(pk=notice.pk, sent_at=None, claimed_at=notice.claimed_at)
    user = notice.player.user
    at = email_time(user, KINDS.get(notice.kind, kinds.APPOINTMENT), now) if user else None
    if at is not None and at > now:  # quiet hours: the claim lapses when they end
        mine.update(claimed_at=at - CLAIM_LAPSES)
        return False
    if not mine.update(claimed_at=now):
        return False
    wanted = at is not None and _is_wanted(notice)
    if wanted and not _send(notice):
        return False
    Notice.objects.filter(pk=notice.pk).update(sent_at=now)
    return wanted


def _is_wanted(notice: Notice) -> bool:
    user = notice.player.user
    return (
        user is not None
        and bool(verified_address(user))
        and _is_on(notice)
        and _has_accepted(notice)
    )


def _is_on(notice: Notice) -> bool:
    if notice.kind == entry_notices.SEATED:
        return seat_notices.still_seated(notice)
    if notice.kind == forfeit_notices.KIND:
        return forfeit_notices.still_stands(notice)
    if notice.kind == report_notices.KIND:
        return report_notices.still_waits(notice)
    if notice.kind == entry_notices.DECLINED:
        return declined_notices.still_withdrawn(notice)
    on, slip = notice.pairing_match, notice.slip
    if on is not None:
        return on.voided_at is None and not on.match.is_over
    return slip is not None and slip.voided_at is None and slip.closed_at is None


def _has_accepted(notice: Notice) -> bool:
    """Has the player accepted? Somebody entered by another person gets one email about that (entry_emails.py), and no other before they accept."""
    on = notice.pairing_match or notice.slip
    entries = (on.entry_a_id, on.entry_b_id) if on is not None else (int(notice.tag),)
    rows = EntryInvitation.objects.filter(player=notice.player_id, entry__in=entries)
    return not rows.exclude(answer=EntryInvitation.Answer.ACCEPTED).exists()


def _match_ready_context(notice: Notice) -> dict[str, Any]:
    """The context of `match_ready`: a link to the match, or the number of the table in the room with a link to the slip."""
    if notice.pairing_match is not None:
        match = notice.pairing_match.match
        return {
            "title": match.context.get("title", ""),
            "minutes": (match.context.get("join_s") or 0) // 60,
            **timing_text.until(notice.pairing_match),
            "url": settings.SITE_URL + reverse("match", args=[match.pk]),
        }
    slip: Slip = notice.slip  # type: ignore[assignment]  # one of the two is there
    use = TableUse.objects.filter(slip=slip, ended_at=None).select_related("table__room").first()
    return {
        "title": slip.pairing.stage.tournament.name,
        "on_board": True,
        "table": use.table.number if use else None,
        "room": use.table.room.name if use and use.table.room else "",
        "url": settings.SITE_URL + reverse("slip", args=[slip.code]),
    }


def _template_of(notice: Notice) -> tuple[str, Callable[[Notice], dict[str, Any]]]:
    """The name of the notice's template, and the function that makes its context."""
    if notice.kind == entry_notices.SEATED:
        return "seated", seat_notices.email_context
    if notice.kind == forfeit_notices.KIND:
        return "forfeit", forfeit_notices.email_context
    if notice.kind == report_notices.KIND:
        return "reported", report_notices.email_context
    if notice.kind == entry_notices.DECLINED:
        return "declined", declined_notices.email_context
    if notice.kind in time_notices.KINDS:
        return "match_time", timing_text.email_context
    return "match_ready", _match_ready_context


def _send(notice: Notice) -> bool:
    user: User = notice.player.user  # type: ignore[assignment]  # _is_wanted has looked
    name, context_of = _template_of(notice)
    language = getattr(user, "language", "") or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(timing_text.zone_of(user)):
        context = plain_values(
            {
                "name": notice.player.name,
                "settings_url": settings.SITE_URL + reverse("notification-settings"),
                **context_of(notice),
            }
        )
        subject = render_to_string(f"emails/{name}_subject.txt", context).strip()
        body = render_to_string(f"emails/{name}.txt", context)
    mail = EmailMessage(subject, body, None, [verified_address(user)])
    for file in context.get("files", ()):
        mail.attach(*file)
    try:
        mail.send()
    except OSError as error:  # the claim lapses and it is tried again
        log.warning("mail_not_sent", notice=notice.pk, error=str(error))
        return False
    return True
