"""Short codes of slips and check-ins: after too many wrong codes, every code is refused for a while."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.audit_trail import address
from accounts.login_throttle import count_wrong_code, may_try_code
from web.errors import DomainError
from web.requests import network_of
from web.security_log import note

Row = TypeVar("Row")


def look_up(request: HttpRequest, now: datetime, find: Callable[[], Row | None]) -> Row | None:
    """The row that the code leads to, or None. Wrong codes are counted by user, those of visitors by network."""
    who = _visitor(request)
    if not may_try_code(who, now):
        note("code.refused", request, user_id=request.user.pk)
        text = _("Too many wrong codes. Wait a minute and try again.")
        raise DomainError("too_many_tries", text, status=429)
    row = find()
    if row is None:
        count_wrong_code(who, now)
    return row


def network_digest(request: HttpRequest, slip_id: int) -> str:
    """Tells whether two reports of one slip come from one network. The address itself is not kept, and digests of two
    slips cannot be compared."""
    text = f"{slip_id}:{_network(request)}"
    return salted_hmac("tournaments.slip.network", text, algorithm="sha256").hexdigest()[:32]


def _visitor(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return _network(request)


def _network(request: HttpRequest) -> str:
    return network_of(address(request) or "127.0.0.1")
