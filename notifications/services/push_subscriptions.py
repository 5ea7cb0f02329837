"""The browsers of users that take push messages: added by their user, and gone when somebody else uses the browser."""

import hashlib
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.guests import require_account
from notifications.models import LONGEST_ENDPOINT, PushSubscription
from web.errors import DomainError
from web.public_post import PrivateAddressError, public_addresses
from web.rate_limit import is_within
from web.web_push import check_browser_keys

MOST_DEVICES = 10
MOST_TRIES, TRIES_S = 30, 3600
LONGEST_KEY = 100
LONGEST_SECRET = 40


def subscribe(
    user: User, *, endpoint: str, p256dh: str, auth: str, label: str, now: datetime
) -> PushSubscription:
    """Add this browser; the oldest goes where there are more than ten. A browser has one user at a time."""
    require_account(user)
    if not settings.VAPID_PRIVATE_KEY:
        raise DomainError("push_off", _("This site sends no push notifications."))
    if not is_within(f"push:{user.pk}", MOST_TRIES, TRIES_S, now):
        raise DomainError("too_many_tries", _("Too many attempts. Try again in an hour."), 429)
    _check(endpoint, p256dh, auth)
    mark = mark_of(endpoint)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two at once count one after the other
        PushSubscription.objects.filter(endpoint_hash=mark).delete()
        row = PushSubscription.objects.create(
            user=user,
            endpoint=endpoint,
            endpoint_hash=mark,
            p256dh=p256dh,
            auth=auth,
            label=label[:80],
            access_version=user.access_version,
            created_at=now,
        )
        rows = PushSubscription.objects.filter(user=user).order_by("-created_at", "-pk")
        beyond = list(rows.values_list("pk", flat=True)[MOST_DEVICES:])
        PushSubscription.objects.filter(pk__in=beyond).delete()
    return row


def remove(user: User, subscription_id: int) -> bool:
    """The user removes one of their devices; False where it is none of theirs."""
    rows = PushSubscription.objects.filter(user=user, pk=subscription_id)
    return bool(rows.delete()[0])


def remove_browser(mark: str, *, unless_of: User | None = None) -> None:
    """This browser takes no messages any more, `unless_of` its user who has come back."""
    rows = PushSubscription.objects.filter(endpoint_hash=mark)
    (rows if unless_of is None else rows.exclude(user=unless_of)).delete()


def mark_of(endpoint: str) -> str:
    """The SHA-256 of an endpoint, by which a browser and the site recognize it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    unreadable = DomainError(
        "push_subscription_invalid",
        _("This browser’s answer cannot be used. Reload the page and try again."),
        422,
    )
    lengths = (endpoint, LONGEST_ENDPOINT), (p256dh, LONGEST_KEY), (auth, LONGEST_SECRET)
    if any(not text.isascii() or len(text) > most for text, most in lengths):
        raise unreadable
    try:
        check_browser_keys(p256dh, auth)
    except ValueError:
        raise unreadable from None
    try:
        public_addresses(endpoint)
    except (PrivateAddressError, OSError):
        raise DomainError(
            "push_service_unknown",
            _("The push service of this browser cannot be reached. Try again later."),
            422,
        ) from None
