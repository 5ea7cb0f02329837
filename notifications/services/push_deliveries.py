"""Sending push messages to devices: claimed, sent, settled, and tried again later where a push service does not answer.

A worker that is killed between sending and settling leaves the claim to lapse, and the message is sent again. It bears
the same topic and the same tag, so a device shows it once.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from time import monotonic

import structlog
from django.conf import settings
from django.db.models import F, Min, Q
from django.db.models.functions import Coalesce
from django.utils import translation

from accounts.mailing import plain_values
from accounts.models import User
from notifications import kinds
from notifications.models import Notification, PushDelivery, PushSubscription
from notifications.selectors.last_moment import last_moment
from notifications.services.push_senders import Message, PushSenders, Unsent
from notifications.services.pushes import is_settled
from notifications.texts import detail, sentence
from web import web_push
from web.claims import claim
from web.pacer import Pacer
from web.parent_calls import in_parent
from web.post_pool import Attempt, BrowserKeys, PostRequest
from web.prepared_writes import Statement, delete_of, update_of, write

log = structlog.get_logger(__name__)

CLAIM_LAPSES = timedelta(minutes=5)
SHORTEST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
MOST_ATTEMPTS = 10
GIVEN_UP_AFTER = timedelta(days=7)
"""A device whose push service has taken nothing for so long is removed."""
AT_ONCE = 200
PER_SECOND = 280
"""Moves are made meanwhile on the same processors. Ten thousand are sent within a minute."""
LONGEST_TITLE, LONGEST_BODY = 80, 300
GONE = frozenset({404, 410})


def send_some(now: datetime, senders: PushSenders, until: float) -> int | None:
    """Send the oldest message owed to each of some devices; returns how many were taken, None where none is owed. Urgent
    messages come first. Devices that fail come last, and wait longer each time, so that they hold up nobody. Nothing is
    begun after `until`, of the monotonic clock."""
    oldest = _oldest(now)
    return _send(_claimed(oldest, now), senders, until, now) if oldest else None


def _free(now: datetime) -> Q:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    return free & Q(due_at__lte=now)


def _oldest(now: datetime) -> list[int]:
    """One that is owed to each device, however many are owed to one: the oldest that is urgent, else the oldest. Devices
    that fail come last."""
    devices = PushDelivery.objects.filter(_free(now)).order_by().values("subscription")
    urgent = Min("pk", filter=Q(notification__kind__in=kinds.URGENT))
    oldest = devices.annotate(urgent=urgent, oldest=Coalesce(urgent, Min("pk"))).order_by(
        F("subscription__failing_since").asc(nulls_first=True),
        F("urgent").asc(nulls_last=True),
        "oldest",
    )
    return list(oldest.values_list("oldest", flat=True)[:AT_ONCE])


def _claimed(oldest: list[int], now: datetime) -> list[PushDelivery]:
    """Those of these that are still wanted and owed, in the same order, are this sweep's alone from now on; those that are not
    wanted are settled."""
    rows = PushDelivery.objects.select_related(
        "subscription", "notification__user", "notification__player"
    ).in_bulk(oldest)
    wanted: list[PushDelivery] = []
    settled: list[PushDelivery] = []
    for row in (rows[pk] for pk in oldest if pk in rows):
        is_over = is_settled(row.notification, now) or not _is_alive(row)
        (settled if is_over else wanted).append(row)
    write(delete_of(PushDelivery.objects.filter(pk__in=[row.pk for row in settled])))
    pks = [row.pk for row in wanted]
    mine = claim(PushDelivery.objects.filter(_free(now), pk__in=pks), pks, now)
    return [row for row in wanted if row.pk in mine]


def _is_alive(row: PushDelivery) -> bool:
    user: User = row.notification.user
    device = row.subscription
    return device.user_id == user.pk and device.access_version == user.access_version


def _send(rows: list[PushDelivery], senders: PushSenders, until: float, now: datetime) -> int:
    """The first messages are on their way while the next are made."""
    answers = senders.answers(_messages(rows, until, now), until)
    taken, unsent = [], []
    for row, answer in zip(rows, answers, strict=True):
        if isinstance(answer, Unsent):
            unsent.append((row, answer))
        elif answer.is_taken:
            taken.append(row)
        else:
            _settle_refused(row, answer, now)
    _settle_taken(taken, now)
    _settle_unsent(unsent, now)
    return len(taken)


def _messages(rows: list[PushDelivery], until: float, now: datetime) -> Iterator[Message]:
    """Made one by one, with a pause after each."""
    pace = Pacer(PER_SECOND)
    for row in rows:
        if monotonic() >= until:
            yield Unsent.LATE
            continue
        yield _message_or_failure(row, now)
        pace.wait()


def _message_or_failure(row: PushDelivery, now: datetime) -> PostRequest | Attempt:
    """A row that no message can be made of holds up no other."""
    try:
        return _message(row, now)
    except Exception:
        log.exception("push_not_made", delivery=row.pk)
        return Attempt(None, "not_made", 0)


def _settle_taken(rows: list[PushDelivery], now: datetime) -> None:
    devices = PushSubscription.objects.filter(pk__in=[row.subscription_id for row in rows])
    mine = PushDelivery.objects.filter(pk__in=[row.pk for row in rows], claimed_at=now)
    write(delete_of(mine))
    write(update_of(devices, used_at=now, failing_since=None))


def _settle_unsent(rows: list[tuple[PushDelivery, Unsent]], now: datetime) -> None:
    """Nothing was tried, so nothing is held against the device. Where its host is away, the message waits a while."""
    statements: list[Statement] = []
    for why, due_at in (Unsent.LATE, now), (Unsent.HOST_AWAY, now + SHORTEST_WAIT):
        pks = [row.pk for row, reason in rows if reason is why]
        mine = PushDelivery.objects.filter(pk__in=pks, claimed_at=now)
        statements += update_of(mine, claimed_at=None, due_at=due_at)
    write(statements)


@in_parent
def _settle_refused(row: PushDelivery, attempt: Attempt, now: datetime) -> None:
    answer, status = attempt.answer, attempt.status or 0
    devices = PushSubscription.objects.filter(pk=row.subscription_id)
    mine = PushDelivery.objects.filter(pk=row.pk, claimed_at=now)
    reason = str(status) if status else attempt.error
    log.warning("push_not_sent", delivery=row.pk, reason=reason, attempts=row.attempts + 1)
    since = row.subscription.failing_since or now
    if status in GONE or since < now - GIVEN_UP_AFTER:
        devices.delete()
        return
    devices.filter(failing_since=None).update(failing_since=now)
    if row.attempts + 1 >= MOST_ATTEMPTS:
        mine.delete()
    asked = answer.retry_after if answer is not None else None
    wait = max(SHORTEST_WAIT, now - since, timedelta(seconds=asked or 0))
    later = now + min(wait, LONGEST_WAIT)
    mine.update(due_at=later, claimed_at=None, attempts=row.attempts + 1)
    waiting = PushDelivery.objects.filter(subscription=row.subscription_id, claimed_at=None)
    waiting.filter(due_at__lt=later).update(due_at=later)


def _message(row: PushDelivery, now: datetime) -> PostRequest:
    device, notification = row.subscription, row.notification
    left = max(0, int((last_moment(notification) - now).total_seconds()))
    headers = {
        "Authorization": _authorization(
            web_push.origin_of(device.endpoint),
            settings.VAPID_PRIVATE_KEY,
            settings.VAPID_CONTACT,
            now,
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(left),
        "Topic": tag_of(notification),
        "Urgency": "high" if notification.kind in kinds.URGENT else "normal",
    }
    keys = BrowserKeys(device.p256dh, device.auth)
    return PostRequest(device.endpoint, payload(notification), headers, browser=keys)


@lru_cache(maxsize=32)
def _authorization(origin: str, key: str, contact: str, now: datetime) -> str:
    """Signed once a sweep for each push service, of which there are few."""
    return web_push.authorization(origin, key, contact, now)


def payload(notification: Notification) -> bytes:
    """What the service worker shows, in the language of the reader: no more than the email of it says."""
    user: User = notification.user
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language):
        texts = plain_values({"title": detail(notification), "body": sentence(notification)})
    shown = {
        "title": _shortened(texts["title"], LONGEST_TITLE) or settings.SITE_NAME,
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
