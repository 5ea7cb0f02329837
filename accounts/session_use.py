"""Notes where the sessions of users are used: at the log-in, and every ten minutes while their pages are asked for.

Each process remembers what it has asked of the cache, so that most requests ask nothing. A cache that forgets means a write
more, never a session that is not listed.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.guest_request import WITHOUT_GUESTS
from accounts.models import User
from accounts.services.login_sessions import BrowserFacts, note_session
from web.requests import network_of

NOTED_EVERY_S = 600
MOST_REMEMBERED = 20_000
NOWHERE = "0.0.0.0"  # noqa: S104  # not an address to listen on


_remembered: dict[str, float] = {}
"""By session key: until when this process asks nothing, in seconds of `monotonic`."""


class SessionUseMiddleware:
    """Stands behind the guests. Does nothing for visitors, tokens, and while staff look through a user's eyes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_counted = settings.SESSION_COOKIE_NAME in request.COOKIES and not (
            request.path.startswith(WITHOUT_GUESTS) or getattr(request, "impersonation", None)
        )
        if is_counted and isinstance(request.user, User):
            _note(request, request.user)
        return self.get_response(request)


def connect() -> None:
    user_logged_in.connect(_logged_in, dispatch_uid="accounts.session_use")


def _logged_in(sender: Any, request: HttpRequest | None, user: User, **_more: Any) -> None:
    if request is not None and not user.is_guest:
        _note(request, user)


def _note(request: HttpRequest, user: User) -> None:
    key = request.session.session_key
    if key and _is_due(key):
        note_session(user, key, _browser(request), timezone.now())


def _is_due(key: str) -> bool:
    """Has no process noted this session in the last ten minutes?"""
    now = monotonic()
    if _remembered.get(key, 0) > now:
        return False
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered[key] = now + NOTED_EVERY_S
    return bool(cache.add(f"session-noted:{key}", True, NOTED_EVERY_S))


def _browser(request: HttpRequest) -> BrowserFacts:
    agent = "".join(sign for sign in request.headers.get("User-Agent", "") if sign.isprintable())
    address: str = get_adapter(request).get_client_ip(request)
    return BrowserFacts(agent, "" if address == NOWHERE else network_of(address))
