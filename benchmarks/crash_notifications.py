"""Notifications of the crash drill: owed while processes are killed, and at the end counted in the database and the mail.

A row is there once for each user and thing. Its email is sent once, and again only where a kill came between sending and
settling: then those of one batch may come twice. `inside.enter` comes before everything here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

USERS = 20
KIND, THING = "ruling", "drill"
SEPARATOR = b"\n" + b"-" * 79 + b"\n"


def owe(number: int) -> list[int]:
    """Notify new users of one thing, twice in a row, and owe each an email from now on; their ids."""
    from allauth.account.models import EmailAddress
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from notifications.models import Notification
    from notifications.services.notify import News, notify

    now = timezone.now()
    with transaction.atomic():
        users = User.objects.bulk_create(
            User(username=f"reader{number}-{n}", password="!") for n in range(USERS)
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=u, email=_address(u.pk), verified=True, primary=True) for u in users
        )
        news = [News(user.pk, KIND, THING, "/tournaments/") for user in users]
        for _ in range(2):
            notify(news, now)
        Notification.objects.filter(user__in=users).update(email_at=now)
    return [user.pk for user in users]


def left() -> int:
    """How many emails are still owed."""
    from notifications.models import Notification

    return Notification.objects.filter(kind=KIND, subject=THING, email_at__isnull=False).count()


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


def _address(user_id: int) -> str:
    return f"reader{user_id}@example.org"
