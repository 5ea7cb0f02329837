"""A request of a guest: anonymous everywhere but at the table, in their own matches and reviews.

This is the only place where it is decided what guests reach. An address that is not named here answers them as it
answers visitors. Where it would ask a visitor to log in, a guest is asked to sign up: `sign_up_first`.
"""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone

from accounts.models import User
from accounts.services.guests import sign_up_first, touch_guest
from web.requests import network_of

BACKEND = "accounts.auth_backend.LoginBackend"
GUEST_PAGES = frozenset({
    "play-bot", "match", "match-decline", "match-rematch", "api-rematch", "ticket", "table-prefs",
    "match-review", "match-review-data", "match-file", "match-image", "dice-certificate", "dice-file",
})  # fmt: skip
"""The names of the addresses at which a guest is themselves."""
WITHOUT_GUESTS = ("/static/", "/healthz", "/readyz", "/metrics", "/favicon.ico")
PROGRAMS = ("/api/", "/tickets/")
NEEDS_LOGIN = "not_authenticated"


class GuestMiddleware:
    """Stands after the authentication and the look of staff. `request.guest` is the guest, or None."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        guest = _guest(request)
        request.guest = guest  # type: ignore[attr-defined]
        if guest is None:
            return self.get_response(request)
        request.user = AnonymousUser()
        if getattr(request, "impersonation", None) is None and touch_guest(guest, timezone.now()):
            request.session.set_expiry(_session_s())
        return _answered(request, self.get_response(request))

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        guest = guest_of(request)
        match = request.resolver_match
        if guest is not None and match is not None and match.view_name in GUEST_PAGES:
            request.user = guest
        return None


def guest_of(request: HttpRequest) -> User | None:
    """The guest whose session this is, whether or not the address knows them."""
    guest: User | None = getattr(request, "guest", None)
    return guest


def log_in_guest(request: HttpRequest, guest: User) -> None:
    """The session becomes the guest's, under a new key, until GUEST_DAYS after they were here last."""
    login(request, guest, backend=BACKEND)
    request.session.set_expiry(_session_s())
    request.guest = guest  # type: ignore[attr-defined]


def network(request: HttpRequest) -> str:
    """What new guests are counted by."""
    return network_of(get_adapter(request).get_client_ip(request))


def _session_s() -> int:
    return int(settings.GUEST_DAYS) * 86_400


def _guest(request: HttpRequest) -> User | None:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    if request.path.startswith(WITHOUT_GUESTS):
        return None
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


def _answered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The same answer, but sign_up_first in place of “log in first”."""
    if isinstance(request.user, User) or not _asks_for_login(request, response):
        return response
    if request.path.startswith(PROGRAMS):
        return JsonResponse({"code": "sign_up_first", "detail": sign_up_first()}, status=403)
    context = {
        "code": "sign_up_first",
        "detail": sign_up_first(),
        "status": 403,
        "next": request.get_full_path() if request.method == "GET" else "",
    }
    return render(request, "accounts/refused.html", context, status=403)


def _asks_for_login(request: HttpRequest, response: HttpResponse) -> bool:
    if response.status_code == 302:
        return urlsplit(response.headers["Location"]).path == resolve_url(settings.LOGIN_URL)
    if response.status_code not in (401, 403) or response.streaming:
        return False
    if not response.headers.get("Content-Type", "").startswith("application/json"):
        return False
    answer = json.loads(response.content)
    return isinstance(answer, dict) and answer.get("code") == NEEDS_LOGIN
