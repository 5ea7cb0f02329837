"""The emails of kinds that no other app writes: owed with the notification, sent by a sweep, once, and never in floods.

An email waits until its reader has left the site and their quiet hours are over. It is settled unsent where they have
read the notification, do not want the email, or it has become too old.
"""

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.last_seen import seen_at
from accounts.mailing import plain_values, verified_address
from accounts.models import User
from notifications import kinds
from notifications.models import Notification, NotificationPreferences
from notifications.selectors.preferences import email_time
from notifications.texts import detail, sentence

log = structlog.get_logger(__name__)

AWAY = timedelta(minutes=10)
CLAIM_LAPSES = timedelta(minutes=5)
TOO_OLD = timedelta(days=1)
TOO_OLD_WARNING = timedelta(minutes=2)
DAY = timedelta(days=1)
MOST_A_DAY = 20
LOOKED_AT = 2000
MOST_SENT = 200


def send_due(now: datetime) -> int:
    """Send what is due; returns how many went out. What nobody wants is settled in one statement."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    due = Notification.objects.filter(free, email_at__lte=now).select_related("user", "player")
    rows = list(due.order_by("email_at", "pk")[:LOOKED_AT])
    users = {row.user_id for row in rows}
    preferences = NotificationPreferences.objects.in_bulk(users)
    sent = Notification.objects.filter(user__in=users, emailed_at__gt=now - DAY)
    counts = dict(sent.order_by().values_list("user").annotate(n=Count("pk")))
    unwanted, wanted = [], []
    for row in rows:
        chosen = preferences.get(row.user_id) or NotificationPreferences(user=row.user)
        at = None if _is_settled(row, now) else _time(row, chosen, now)
        if at is None:
            unwanted.append(row.pk)
        elif at > now:
            Notification.objects.filter(pk=row.pk, email_at=row.email_at).update(email_at=at)
        else:
            wanted.append(row)
    Notification.objects.filter(pk__in=unwanted).update(email_at=None)
    return sum(_pay(row, counts, now) for row in wanted[:MOST_SENT])


def _is_settled(row: Notification, now: datetime) -> bool:
    limit = TOO_OLD_WARNING if row.kind == kinds.FORFEIT_SOON else TOO_OLD
    user: User = row.user
    return row.read_at is not None or row.created_at < now - limit or not user.is_active


def _time(row: Notification, chosen: NotificationPreferences, now: datetime) -> datetime | None:
    """When to send it, or to look again. Who is on the site sees it there."""
    at = email_time(row.user, row.kind, now, chosen)
    seen = seen_at(row.user_id) if at is not None else None
    return at if at is None or seen is None else max(at, seen + AWAY)


def _pay(row: Notification, counts: dict[int, int], now: datetime) -> bool:
    """Claim, send, settle. A worker killed in between leaves the claim to lapse; then it is sent again."""
    mine = Notification.objects.filter(
        pk=row.pk, email_at=row.email_at, claimed_at=row.claimed_at, read_at=None
    )
    if not mine.update(claimed_at=now):
        return False
    address = verified_address(row.user)
    is_wanted = bool(address) and counts.get(row.user_id, 0) < MOST_A_DAY
    if is_wanted and not _send(row, address):
        return False
    counts[row.user_id] = counts.get(row.user_id, 0) + is_wanted
    settled = Notification.objects.filter(pk=row.pk, claimed_at=now)
    settled.update(email_at=None, claimed_at=None, emailed_at=now if is_wanted else None)
    return is_wanted


def _send(row: Notification, address: str) -> bool:
    user: User = row.user
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(user.time_zone):
        context = plain_values(
            {
                "kind": row.kind,
                "name": _name(user),
                "text": sentence(row),
                "detail": detail(row),
                "url": settings.SITE_URL + row.url,
                "settings_url": settings.SITE_URL + reverse("notification-settings"),
            }
        )
        subject = render_to_string("emails/notification_subject.txt", context)
        body = render_to_string("emails/notification.txt", context)
    try:
        EmailMessage(" ".join(subject.split()), body, None, [address]).send()
    except OSError as error:  # the mail server is away; the claim lapses and the sweep tries again
        log.warning("mail_not_sent", notification=row.pk, error=str(error))
        return False
    return True


def _name(user: User) -> str:
    player = getattr(user, "player", None)
    return player.name if player is not None else user.get_username()
