"""The cookie of a browser that takes push messages: which subscription is its own, so that another user's login ends it.

It opens nothing. The hash of an endpoint cannot be guessed, and all that it can do is remove that endpoint's subscription.
"""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

COOKIE = ("__Host-" if settings.SECURE else "") + "push"
AGE_S = 400 * 86_400
_MARK = re.compile(r"[0-9a-f]{64}")


def remember_browser(response: HttpResponseBase, mark: str) -> None:
    response.set_cookie(
        COOKIE, mark, max_age=AGE_S, secure=settings.SECURE, httponly=True, samesite="Lax"
    )


def browser_mark(request: HttpRequest | None) -> str:
    """The hash of this browser's endpoint, or empty."""
    value = request.COOKIES.get(COOKIE, "") if request is not None else ""
    return value if _MARK.fullmatch(value) else ""
