"""The email about a challenge: owed with the match, sent by a sweep, once, and never in floods."""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.mailing import plain_values, verified_address
from accounts.models import Player, User
from games.models import ChallengeEmail, Match, MatchStatus
from games.selectors.rated import is_rated
from notifications import kinds
from notifications.selectors.preferences import email_time

log = structlog.get_logger(__name__)

CLAIM_LAPSES = timedelta(minutes=5)
MOST_AT_ONCE = 100
DAY = timedelta(days=1)
MOST_OF_A_SENDER = 10
MOST_TO_A_RECEIVER = 10
MOST_OF_A_PAIR = 2
"""Emails a day. Challenges beyond these are still counted in the bar of every page."""


def owe(match: Match, sender: Player, receiver: Player, now: datetime) -> None:
    """In the transaction that makes the match. A bot of the site, or a player without a login, is owed nothing."""
    if receiver.user_id is not None and not receiver.is_house_bot:
        ChallengeEmail.objects.create(match=match, sender=sender, receiver=receiver, created_at=now)


def send_owed(now: datetime) -> int:
    """Send what is owed; returns how many went out. An email that nobody wants any more is settled unsent."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    rows = ChallengeEmail.objects.filter(free, settled_at=None)
    rows = rows.select_related("match", "sender", "receiver__user").defer("match__state")
    return sum(_pay(row, now) for row in list(rows[:MOST_AT_ONCE]))


def _pay(row: ChallengeEmail, now: datetime) -> bool:
    """Claim, send, settle. A worker killed in between leaves the claim to lapse; then it is sent again."""
    mine = ChallengeEmail.objects.filter(pk=row.pk, settled_at=None, claimed_at=row.claimed_at)
    user = row.receiver.user
    at = email_time(user, kinds.CHALLENGE, now) if user is not None else None
    if at is not None and at > now:  # quiet hours: the claim lapses when they end
        mine.update(claimed_at=at - CLAIM_LAPSES)
        return False
    if not mine.update(claimed_at=now):
        return False
    wanted = at is not None and _is_wanted(row) and _is_within_bounds(row, now)
    if wanted and not _send(row):
        return False
    sent_at = now if wanted else None
    ChallengeEmail.objects.filter(pk=row.pk).update(settled_at=now, sent_at=sent_at)
    return wanted


def _is_wanted(row: ChallengeEmail) -> bool:
    """Is the challenge still open, and has its receiver an address that they have verified?"""
    user = row.receiver.user
    return (
        row.match.status == MatchStatus.JOINING
        and user is not None
        and user.is_active
        and bool(verified_address(user))
    )


def _is_within_bounds(row: ChallengeEmail, now: datetime) -> bool:
    sent = ChallengeEmail.objects.filter(sent_at__gt=now - DAY)
    of_sender, to_receiver = Q(sender=row.sender_id), Q(receiver=row.receiver_id)
    return (
        sent.filter(of_sender).count() < MOST_OF_A_SENDER
        and sent.filter(to_receiver).count() < MOST_TO_A_RECEIVER
        and sent.filter(of_sender, to_receiver).count() < MOST_OF_A_PAIR
    )


def _days_to_answer(row: ChallengeEmail) -> int:
    return max(1, int(row.match.context.get("join_s", 0)) // int(DAY.total_seconds()))


def _send(row: ChallengeEmail) -> bool:
    user: User = row.receiver.user  # type: ignore[assignment]  # _is_wanted has looked
    with translation.override(user.language or settings.LANGUAGE_CODE):
        context = plain_values(
            {
                "name": row.receiver.name,
                "sender": row.sender.name,
                "length": row.match.rules.get("length"),
                "rated": is_rated(row.match.context),
                "days": _days_to_answer(row),
                "url": settings.SITE_URL + reverse("match", args=[row.match_id]),
                "settings_url": settings.SITE_URL + reverse("notification-settings"),
            }
        )
        subject = render_to_string("emails/challenge_subject.txt", context).strip()
        body = render_to_string("emails/challenge.txt", context)
    try:
        EmailMessage(subject, body, None, [verified_address(user)]).send()
    except OSError as error:  # the mail server is away; the claim lapses and the sweep tries again
        log.warning("mail_not_sent", challenge=row.pk, error=str(error))
        return False
    return True
