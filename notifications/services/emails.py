"""The emails of kinds that no other app writes: owed with the notification, sent by a sweep, once, and never in floods.

An email waits until its reader has left the site and their quiet hours are over. It is settled unsent where they have
read the notification, do not want the email, or it has become too old.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from time import monotonic

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.last_seen import seen_at_of
from accounts.mailing import plain_values, verified_addresses
from accounts.models import User
from notifications import kinds
from notifications.models import Notification, NotificationPreferences
from notifications.selectors.last_moment import last_moment
from notifications.selectors.preferences import email_time
from notifications.services.daily_limit import count_sent_before, sent_in_a_day
from notifications.services.mail_connection import MailConnection
from notifications.texts import detail, sentence
from web.claims import claim
from web.pacer import Pacer
from web.prepared_writes import Statement, update_of, write

log = structlog.get_logger(__name__)

AWAY = timedelta(minutes=10)
CLAIM_LAPSES = timedelta(minutes=5)
AGAIN = timedelta(hours=1)
"""Of the same thing no more than one email in so long, however often it comes back."""
MOST_A_DAY = 20
LOOKED_AT, AT_ONCE = 200, 25
LONGEST_S = 4.5
"""A sweep ends after so long; the next one goes on."""
PER_SECOND = 250
"""Moves are made meanwhile on the same processors. Ten thousand are sent within a minute."""
READER = "\ue000"
"""Stands for a name; a character that no text needs."""


def send_due(now: datetime) -> int:
    """Send what is due over one connection; returns how many went out. What nobody wants is settled in one statement."""
    until, sent, pace = monotonic() + LONGEST_S, 0, Pacer(PER_SECOND)
    _rendered.cache_clear()
    with MailConnection() as mail:
        while monotonic() < until and (rows := _due(now)):
            wanted = _wanted(rows, now)
            counts = sent_in_a_day(kinds.EMAIL, {row.user_id for row in wanted}, now)
            for start in range(0, len(wanted), AT_ONCE):
                if monotonic() >= until or mail.is_away:
                    return sent
                sent += _pay(wanted[start : start + AT_ONCE], counts, mail, pace, now)
    return sent


def _free(now: datetime) -> Q:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    return free & Q(email_at__lte=now)


def _due(now: datetime) -> list[Notification]:
    """The oldest that are due. They are chosen by an index first: joined at once, PostgreSQL may read all users for them."""
    due = Notification.objects.filter(_free(now)).order_by("email_at", "pk")
    ids = list(due.values_list("pk", flat=True)[:LOOKED_AT])
    rows = Notification.objects.select_related("user__player", "player").in_bulk(ids)
    return [rows[pk] for pk in ids if pk in rows]


def _wanted(rows: list[Notification], now: datetime) -> list[Notification]:
    """Those to send now; the others are settled, or looked at again later."""
    users = {row.user_id for row in rows}
    preferences = NotificationPreferences.objects.in_bulk(users)
    seen = seen_at_of(users)
    unwanted: list[int] = []
    later: list[Statement] = []
    wanted: list[Notification] = []
    for row in rows:
        chosen = preferences.get(row.user_id) or NotificationPreferences(user=row.user)
        at = None if _is_settled(row, now) else _time(row, chosen, seen.get(row.user_id), now)
        if at is None:
            unwanted.append(row.pk)
        elif at > now:
            mine = Notification.objects.filter(pk=row.pk, email_at=row.email_at)
            later += update_of(mine, email_at=at)
        else:
            wanted.append(row)
    write(update_of(Notification.objects.filter(pk__in=unwanted), email_at=None))
    for start in range(0, len(later), AT_ONCE):
        write(later[start : start + AT_ONCE])
    return wanted


def _is_settled(row: Notification, now: datetime) -> bool:
    user: User = row.user
    return row.read_at is not None or now > last_moment(row) or not user.is_active


def _time(
    row: Notification, chosen: NotificationPreferences, seen: datetime | None, now: datetime
) -> datetime | None:
    """When to send it, or to look again. Who is on the site, last `seen` by an open page, reads it there."""
    at = email_time(row.user, row.kind, now, chosen)
    if at is None:
        return None
    here = seen + AWAY if seen is not None else at
    again = row.emailed_at + AGAIN if row.emailed_at is not None else at
    return max(at, here, again)


def _pay(
    rows: Sequence[Notification],
    counts: dict[int, int],
    mail: MailConnection,
    pace: Pacer,
    now: datetime,
) -> int:
    """Claim, send, settle. A worker killed in between leaves its claims to lapse; then these few are sent again."""
    claimed = _claimed(rows, now)
    addresses = verified_addresses(row.user for row in claimed)
    sent, settled = [], []
    for row in claimed:
        address = addresses.get(row.user_id, "")
        if not address or counts[row.user_id] >= MOST_A_DAY:
            settled.append(row.pk)
            continue
        try:
            if mail.send(_message(row, address), row.pk):
                counts[row.user_id] += 1
                sent.append(row.pk)
                count_sent_before(kinds.EMAIL, row, MOST_A_DAY, now)
        except Exception:  # of this email alone: the others go out, and this one is not tried again
            log.exception("mail_not_made", notification=row.pk)
            settled.append(row.pk)
        pace.wait()
    _settle(sent, settled, now)
    return len(sent)


def _settle(sent: list[int], settled: list[int], now: datetime) -> None:
    """What came back meanwhile has lost its claim, and stays owed."""
    rows = Notification.objects.filter(pk__in=sent)
    mine = rows.filter(claimed_at=now)
    written = write(update_of(mine, email_at=None, claimed_at=None, emailed_at=now))
    if sum(written) < len(sent):
        write(update_of(rows, emailed_at=now))
    unsent = Notification.objects.filter(pk__in=settled, claimed_at=now)
    write(update_of(unsent, email_at=None, claimed_at=None))


def _claimed(rows: Sequence[Notification], now: datetime) -> list[Notification]:
    """Those of these that are still owed, and are this sweep's alone from now on."""
    pks = [row.pk for row in rows]
    mine = claim(Notification.objects.filter(_free(now), pk__in=pks, read_at=None), pks, now)
    return [row for row in rows if row.pk in mine]


def _message(row: Notification, address: str) -> EmailMessage:
    user: User = row.user
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(user.time_zone):
        subject, body = _rendered(language, row.kind, sentence(row), detail(row), row.url)
    name = plain_values({"name": _name(user)})["name"]
    return EmailMessage(subject, body.replace(READER, name), None, [address])


@lru_cache(maxsize=32)
def _rendered(language: str, kind: str, text: str, about: str, url: str) -> tuple[str, str]:
    """Subject and body, with READER for the name, in `language`, which is active: once a sweep for what many are written."""
    context = plain_values(
        {
            "kind": kind,
            "name": READER,
            "text": text.replace(READER, ""),
            "detail": about.replace(READER, ""),
            "url": settings.SITE_URL + url,
            "settings_url": settings.SITE_URL + reverse("notification-settings"),
        }
    )
    subject = render_to_string("emails/notification_subject.txt", context)
    body = render_to_string("emails/notification.txt", context)
    return " ".join(subject.split()), body


def _name(user: User) -> str:
    player = getattr(user, "player", None)
    return player.name if player is not None else user.get_username()
