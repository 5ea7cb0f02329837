"""A staff member's request as the audit trail wants it. For views, admin pages and middleware."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.services.audit import Doer


def doer(request: HttpRequest, reason: str = "") -> Doer:
    """Who asks, now, from where. While somebody looks through a user's eyes, it is he and not the user."""
    user = getattr(request, "impersonator", None) or request.user
    known = User.objects.filter(pk=user.pk).first() if user.pk is not None else None
    return Doer(known, timezone.now(), address(request), reason)


def address(request: HttpRequest) -> str:
    """The address in front of our own proxy, or nothing where there is none."""
    found: str = get_adapter(request).get_client_ip(request)
    return "" if found == "0.0.0.0" else found  # noqa: S104  # what a socket without an address is called
