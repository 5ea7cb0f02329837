"""The cookie of a browser in which somebody has logged in. It opens nothing: wrong passwords for that user are counted
apart from those of strangers (login_throttle.py). Signed, and unreadable to scripts.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email, filter_users_by_username
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from accounts.models import User

COOKIE = ("__Host-" if settings.SECURE else "") + "known_browser"
AGE = 400 * 86_400  # seconds; the most that browsers keep
KEPT = 4  # logins of one browser
SALT = "accounts.known_browser.2"


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Note in the answer to a successful log-in that this browser is one of the user's."""
    marks = [_mark(user), *(mark for mark in _read(request) if mark != _mark(user))][:KEPT]
    response.set_cookie(
        COOKIE,
        signing.dumps(marks, salt=SALT),
        max_age=AGE,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def users_knowing(request: HttpRequest, login: str) -> list[int] | None:
    """The users whose password this login tries, if every one of them has logged in with this browser; else None.

    An address counts only once its owner has proven it: anybody can sign up with somebody else's address, or with a
    user name that looks like it. An unproven one is None whoever has it, so the answer tells nothing about others.
    """
    marks = _read(request)
    login = login.strip()
    if not marks or ("@" in login and not _is_proven(login)):
        return None
    by_address = filter_users_by_email(login, prefer_verified=True)
    users = {*by_address, *filter_users_by_username(login)}
    if not users or any(_mark(user) not in marks for user in users):
        return None
    return sorted(user.pk for user in users)


def _is_proven(address: str) -> bool:
    return EmailAddress.objects.filter(email=address.lower(), verified=True).exists()


def _mark(user: User) -> str:
    """Which login, without telling it. "Log out everywhere else" and a new password end it."""
    value = f"{user.pk} {user.access_version}"
    return salted_hmac(SALT, value, algorithm="sha256").hexdigest()[:24]


def _read(request: HttpRequest) -> list[str]:
    try:
        marks: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE)
    except (signing.BadSignature, ValueError, TypeError):
        return []
    return [str(mark) for mark in marks]
