"""Notifications of the crash drill: owed while processes are killed, and at the end counted in the database, the mail and
what a push service received.

A row is there once for each user and thing. Its email is sent once, and again only where a kill came between sending and
settling: then those of one batch may come twice. So may push messages, because nobody knows whether the push service took
one whose answer was lost. A copy bears the topic and the tag of the first, so that a device shows the two as one: doubled
is a message with another topic. `inside.enter` comes before everything here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

USERS = 20
KIND, THING = "ruling", "drill"
SEPARATOR = b"\n" + b"-" * 79 + b"\n"


def owe(number: int, origin: str) -> list[int]:
    """Notify new users of one thing, twice in a row, and owe each an email from now on and a push message to a device at this
    push service; their ids."""
    from allauth.account.models import EmailAddress
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from benchmarks.notifications_inside import new_device
    from notifications.models import Notification, PushSubscription
    from notifications.services.notify import News, notify

    now = timezone.now()
    with transaction.atomic():
        users = User.objects.bulk_create(
            User(username=f"reader{number}-{n}", password="!") for n in range(USERS)
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=u, email=_address(u.pk), verified=True, primary=True) for u in users
        )
        PushSubscription.objects.bulk_create(new_device(user, origin, now) for user in users)
        news = [News(user.pk, KIND, THING, "/tournaments/") for user in users]
        for _ in range(2):
            notify(news, now)
        Notification.objects.filter(user__in=users).update(email_at=now, push_at=now)
    return [user.pk for user in users]


def left() -> int:
    """How many emails and push messages are still owed."""
    from django.db.models import Q

    from notifications.models import Notification, PushDelivery

    owed = Q(email_at__isnull=False) | Q(push_at__isnull=False)
    rows = Notification.objects.filter(owed, kind=KIND, subject=THING)
    return rows.count() + PushDelivery.objects.count()


def received(folder: Path) -> Counter[str]:
    """How many emails each address got. A killed worker may leave half of one, which counts as its first."""
    texts = [
        text
        for path in folder.iterdir()
        for text in path.read_bytes().split(SEPARATOR)
        if text.strip()
    ]
    return Counter(str(message_from_bytes(text.lstrip())["To"]) for text in texts)


def faults(owed: set[int], folder: Path, kills: int) -> Iterator[str]:
    """What is wrong, with so many kills of what sends or of the database."""
    from notifications.models import Notification
    from notifications.services.emails import AT_ONCE

    rows = Notification.objects.filter(kind=KIND, subject=THING)
    columns = rows.values_list("user_id", "emailed_at", "email_at", "claimed_at")
    stored = Counter(row[0] for row in columns)
    yield from (f"user {pk}: {stored[pk]} rows" for pk in owed if stored[pk] != 1)
    mail = received(folder)
    for pk, emailed_at, email_at, claimed_at in columns:
        if emailed_at is None or email_at is not None or claimed_at is not None:
            yield f"user {pk}: the email is not settled"
        if not mail[_address(pk)]:
            yield f"user {pk}: no email"
        if mail[_address(pk)] > 1 + kills:
            yield f"user {pk}: {mail[_address(pk)]} emails"
    if (again := mail.total() - len(mail)) > AT_ONCE * kills:
        yield f"{again} emails came again after {kills} kills"


def pushed(received: Path) -> dict[str, Counter[str]]:
    """By the path of a device, how often each topic came."""
    devices: dict[str, Counter[str]] = {}
    for line in received.read_text().splitlines():
        path, _space, topic = line.partition(" ")
        devices.setdefault(path, Counter())[topic] += 1
    return devices


def push_faults(owed: set[int], received: Path, kills: int) -> Iterator[str]:
    """The same for push messages."""
    from notifications.models import Notification, PushDelivery
    from notifications.services.push_deliveries import AT_ONCE

    devices = pushed(received)
    rows = Notification.objects.filter(kind=KIND, subject=THING)
    left_over = rows.filter(push_at__isnull=False) | rows.filter(pushed_at=None)
    yield from (
        f"user {pk}: the push message is not settled"
        for pk in left_over.values_list("user", flat=True)
    )
    if owed_still := PushDelivery.objects.count():
        yield f"{owed_still} push messages are still owed"
    for pk in owed:
        topics = devices.get(f"/{pk}", Counter())
        if len(topics) != 1:
            yield f"user {pk}: push messages with {len(topics)} topics"
        if topics.total() > 1 + kills:
            yield f"user {pk}: {topics.total()} push messages"
    if (again := pushes_again(received)) > AT_ONCE * kills:
        yield f"{again} push messages came again after {kills} kills"


def pushes_again(received: Path) -> int:
    """How many came that had come before under the same topic."""
    devices = pushed(received)
    return sum(topics.total() - len(topics) for topics in devices.values())


def _address(user_id: int) -> str:
    return f"reader{user_id}@example.org"
