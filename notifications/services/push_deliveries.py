"""Sending push messages to devices: claimed, sent, settled, and tried again later where a push service does not answer.

A worker that is killed between sending and settling leaves the claim to lapse, and the message is sent again. It bears
the same topic and the same tag, so a device shows it once.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db.models import F, Q
from django.utils import translation

from accounts.mailing import plain_values
from accounts.models import User
from notifications import kinds, web_push
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.services.pushes import is_settled, last_moment
from notifications.texts import detail, sentence
from web.public_post import PostAnswer, PrivateAddressError, post

log = structlog.get_logger(__name__)

CLAIM_LAPSES = timedelta(minutes=5)
SHORTEST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
MOST_ATTEMPTS = 10
GIVEN_UP_AFTER = timedelta(days=7)
"""A device whose push service has taken nothing for so long is removed."""
LOOKED_AT, AT_ONCE, THREADS = 500, 64, 8
LONGEST_TITLE, LONGEST_BODY = 80, 300
GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class PushMessage:
    """Everything that one message takes to the network."""

    endpoint: str
    body: bytes
    headers: dict[str, str]


def send_due(now: datetime) -> int:
    """Send what is owed, one message a device; returns how many were taken. Devices that fail come last, and wait longer
    each time, so that they hold up nobody."""
    if not settings.VAPID_PRIVATE_KEY:
        return 0
    rows = _claimed(now)
    return _send(rows, now) if rows else 0


def _claimed(now: datetime) -> list[PushDelivery]:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    due = PushDelivery.objects.filter(free, due_at__lte=now).order_by(
        F("subscription__failing_since").asc(nulls_first=True), "due_at", "pk"
    )
    rows = due.select_related("subscription", "notification__user", "notification__player")
    mine: dict[int, PushDelivery] = {}
    settled = []
    for row in rows[:LOOKED_AT]:
        if is_settled(row.notification, now) or not _is_alive(row):
            settled.append(row.pk)
        elif len(mine) < AT_ONCE and row.subscription_id not in mine and _claim(row, now):
            mine[row.subscription_id] = row
    PushDelivery.objects.filter(pk__in=settled).delete()
    return list(mine.values())


def _claim(row: PushDelivery, now: datetime) -> bool:
    same = PushDelivery.objects.filter(pk=row.pk, due_at=row.due_at, claimed_at=row.claimed_at)
    return bool(same.update(claimed_at=now))


def _is_alive(row: PushDelivery) -> bool:
    user: User = row.notification.user
    device = row.subscription
    return device.user_id == user.pk and device.access_version == user.access_version


def _send(rows: list[PushDelivery], now: datetime) -> int:
    """The network in threads, the database in this one alone."""
    messages = [_message(row, now) for row in rows]
    with ThreadPoolExecutor(THREADS, thread_name_prefix="push") as pool:
        answers = list(pool.map(_answer, messages))
    taken = [_settle(row, answer, now) for row, answer in zip(rows, answers, strict=True)]
    return sum(taken)


def _answer(message: PushMessage) -> PostAnswer | OSError | PrivateAddressError:
    try:
        return post(message.endpoint, message.body, message.headers)
    except (OSError, PrivateAddressError) as error:
        return error


def _settle(row: PushDelivery, answer: PostAnswer | Exception, now: datetime) -> bool:
    status = answer.status if isinstance(answer, PostAnswer) else 0
    devices = PushSubscription.objects.filter(pk=row.subscription_id)
    mine = PushDelivery.objects.filter(pk=row.pk, claimed_at=now)
    if 200 <= status < 300:
        devices.update(used_at=now, failing_since=None)
        mine.delete()
        return True
    reason = str(status) if status else type(answer).__name__
    log.warning("push_not_sent", delivery=row.pk, reason=reason, attempts=row.attempts + 1)
    since = row.subscription.failing_since or now
    is_gone = status in GONE or isinstance(answer, PrivateAddressError)
    if is_gone or since < now - GIVEN_UP_AFTER:
        devices.delete()
        return False
    devices.filter(failing_since=None).update(failing_since=now)
    if row.attempts + 1 >= MOST_ATTEMPTS:
        mine.delete()
    asked = answer.retry_after if isinstance(answer, PostAnswer) else None
    wait = max(SHORTEST_WAIT, now - since, timedelta(seconds=asked or 0))
    later = now + min(wait, LONGEST_WAIT)
    mine.update(due_at=later, claimed_at=None, attempts=row.attempts + 1)
    waiting = PushDelivery.objects.filter(subscription=row.subscription_id, claimed_at=None)
    waiting.filter(due_at__lt=later).update(due_at=later)
    return False


def _message(row: PushDelivery, now: datetime) -> PushMessage:
    device, notification = row.subscription, row.notification
    body = web_push.encrypted(payload(notification), device.p256dh, device.auth)
    left = max(0, int((last_moment(notification) - now).total_seconds()))
    headers = {
        "Authorization": web_push.authorization(
            device.endpoint, settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT, now
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(left),
        "Topic": tag_of(notification),
        "Urgency": "high" if notification.kind in kinds.URGENT else "normal",
    }
    return PushMessage(device.endpoint, body, headers)


def payload(notification: Notification) -> bytes:
    """What the service worker shows, in the language of the reader: no more than the email of it says."""
    user: User = notification.user
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language):
        texts = plain_values({"title": detail(notification), "body": sentence(notification)})
    shown = {
        "title": _shortened(texts["title"], LONGEST_TITLE) or "Barpoint",
        "body": _shortened(texts["body"], LONGEST_BODY),
        "tag": tag_of(notification),
        "url": notification.url,
        "at": int(notification.created_at.timestamp()),
        "lang": language,
    }
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()


def tag_of(notification: Notification) -> str:
    """Names the thing for push services and devices. Of the same thing a device shows the newest message alone."""
    return f"n{notification.pk}"


def _shortened(text: str, most: int) -> str:
    words = " ".join(text.split())
    return words if len(words) <= most else f"{words[: most - 1]}…"
