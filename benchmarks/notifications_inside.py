"""What benchmarks/notifications.py does inside Django: users with an address and a device, and notifications owed to them."""

import json
import time
from datetime import datetime
from functools import cache
from hashlib import sha256

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db.models import Q
from django.utils import timezone

from accounts.models import Player, User
from notifications.kinds import ANNOUNCEMENT, OWN_EMAILS
from notifications.models import Notification, NotificationBatch, PushDelivery, PushSubscription
from notifications.services.notify import News, notify
from web.web_push import encoded

LOOK_S = 0.5
LONGEST_S = 900.0


def prepare(number: int, origin: str) -> None:
    """So many users, each with a verified address and one device at that push service."""
    users = User.objects.bulk_create(
        User(username=f"reader{n}", email=f"reader{n}@example.org", password="!")
        for n in range(number)
    )
    Player.objects.bulk_create(Player(user=user, name=user.username) for user in users)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    now = timezone.now()
    PushSubscription.objects.bulk_create(new_device(user, origin, now) for user in users)


def new_device(user: User, origin: str, now: datetime) -> PushSubscription:
    """Not stored yet. All devices have one key, because it is never used to read."""
    return PushSubscription(
        user=user,
        endpoint=f"{origin}/{user.pk}",
        endpoint_hash=sha256(str(user.pk).encode()).hexdigest(),
        p256dh=_browser_key(),
        auth=encoded(b"0123456789abcdef"),
        access_version=user.access_version,
        created_at=now,
    )


@cache
def _browser_key() -> str:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    return encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def owe(number: int, seconds: float, longest_s: float = LONGEST_S) -> None:
    """An announcement to so many; prints when they were owed, when the last email and the last push message were handed
    out, and how many of both. With none it only looks for so long, as it looks otherwise."""
    users = list(User.objects.filter(username__startswith="reader").values_list("pk", flat=True))
    subject = f"bench:{time.time():.0f}"
    values = {"title": "Spring Open", "text": "Round two begins at noon."}
    began = time.time()
    now = timezone.now() - OWN_EMAILS[ANNOUNCEMENT]  # so that its emails are due at once
    notify((News(pk, ANNOUNCEMENT, subject, "/", values=values) for pk in users[:number]), now)
    rows = Notification.objects.filter(subject=subject)
    ends = _watch(Q(subject=subject), seconds if not number else longest_s, bool(number))
    emails = rows.filter(emailed_at__isnull=False).count()
    print(json.dumps([began, *ends, emails, rows.filter(pushed_at__isnull=False).count()]))


def _watch(which: Q, seconds: float, is_owed: bool) -> tuple[float, float]:
    until, emails, pushes = time.time() + seconds, 0.0, 0.0
    while time.time() < until and not (is_owed and emails and pushes):
        time.sleep(LOOK_S)
        rows = Notification.objects.filter(which)
        if NotificationBatch.objects.exists():
            continue
        if not emails and not rows.filter(email_at__isnull=False).exists():
            emails = time.time()
        is_left = rows.filter(push_at__isnull=False).exists() or PushDelivery.objects.exists()
        if not pushes and not is_left:
            pushes = time.time()
    return emails, pushes
