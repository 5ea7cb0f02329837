"""A user's calendar link: made, renewed, withdrawn."""

import hashlib
import secrets
from datetime import datetime

from accounts.models import User
from accounts.services.guests import require_account
from embeds.models import CalendarLink
from embeds.selectors.calendars import PURPOSE
from web.encryption import encrypt


def digest_of(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def make(user: User, now: datetime) -> CalendarLink:
    """A new address. The one before ends."""
    require_account(user)
    code = secrets.token_urlsafe(24)
    values = {
        "digest": digest_of(code),
        "code": encrypt(code, PURPOSE),
        "access_version": user.access_version,
        "created_at": now,
    }
    link, _is_new = CalendarLink.objects.update_or_create(user=user, defaults=values)
    return link


def withdraw(user: User) -> None:
    """The address leads nowhere any more."""
    CalendarLink.objects.filter(user=user).delete()
