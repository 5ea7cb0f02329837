"""What happens around signing in: one log line and one count an event, for whoever watches the site (docs/operations.md).

A line names the user by number and a typed login by a keyed digest, so that the same login can be followed and not read.
"""

import logging

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from prometheus_client import Counter

from web.requests import network_of

logger = logging.getLogger(__name__)

EVENTS = Counter(
    "barpoint_security_events",
    "Sign-ins, failures and refusals, and changes of what opens an account, by event.",
    ["event"],
    registry=None,
)
WARNED = ("failed", "refused")


def note(
    event: str,
    request: HttpRequest | None = None,
    *,
    user_id: int | None = None,
    login: str = "",
    **facts: str | bool,
) -> None:
    """Log and count one event, such as `login.failed`; empty facts are left out."""
    EVENTS.labels(event).inc()
    line = {"user_id": user_id, "login": digest(login), "network": _network(request), **facts}
    level = logging.WARNING if event.endswith(WARNED) else logging.INFO
    logger.log(
        level, event, extra={name: fact for name, fact in line.items() if fact not in (None, "")}
    )


def digest(login: str) -> str:
    """Names a typed login or address in the log; it cannot be guessed back without SECRET_KEY."""
    if not login:
        return ""
    return salted_hmac(__name__, login.strip().lower(), algorithm="sha256").hexdigest()[:16]


def _network(request: HttpRequest | None) -> str:
    if request is None:
        return ""
    return network_of(get_adapter(request).get_client_ip(request))
