"""The cookie of a browser in which somebody has logged in: it opens nothing, it only has a count of wrong passwords of
its own (attempts.py). Signed, and unreadable to scripts.
"""

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from accounts.models import User

COOKIE = ("__Host-" if settings.SECURE else "") + "known_browser"
AGE = 400 * 86_400  # seconds; the most that browsers keep
KEPT = 4  # logins of one browser
SALT = "accounts.known_browser"


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Note in the answer to a successful log-in that this browser is one of the user's."""
    number, marks = _read(request)
    marks = [_mark(user), *(mark for mark in marks if mark != _mark(user))][:KEPT]
    response.set_cookie(
        COOKIE,
        signing.dumps([number or secrets.token_urlsafe(12), marks], salt=SALT),
        max_age=AGE,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def number_for(request: HttpRequest, users: list[User]) -> str | None:
    """The number of this browser when one of these users has logged in with it, else None."""
    number, marks = _read(request)
    return number if any(_mark(user) in marks for user in users) else None


def _mark(user: User) -> str:
    """Which login, without telling it."""
    return salted_hmac(SALT, str(user.pk), algorithm="sha256").hexdigest()[:24]


def _read(request: HttpRequest) -> tuple[str | None, list[str]]:
    try:
        said: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=AGE)
        number, marks = said
    except (signing.BadSignature, ValueError, TypeError):
        return None, []
    return str(number), [str(mark) for mark in marks]
