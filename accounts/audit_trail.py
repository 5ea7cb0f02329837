"""What the audit trail records of a request by staff. For views, admin pages and middleware."""

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.services.audit import Actor, record
from accounts.staff_access import begin_request, has_acted_as_staff


def doer(request: HttpRequest, reason: str = "") -> Actor:
    """Who acts, when and from where. During an impersonation it is the member of staff, not the user."""
    user = getattr(request, "impersonator", None) or request.user
    actor = User.objects.filter(pk=user.pk).first() if user.pk is not None else None
    return Actor(actor, timezone.now(), address(request), reason)


def address(request: HttpRequest) -> str:
    """The address in front of our own proxy, or nothing where there is none."""
    ip: str = get_adapter(request).get_client_ip(request)
    return "" if ip == "0.0.0.0" else ip  # noqa: S104  # what a socket without an address is called


class StaffTrailMiddleware:
    """The innermost middleware: whatever staff did by right of being staff, outside the administration, leaves a line.

    The journal of a tournament records what was decided; this line records that staff decided it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begin_request()
        response = self.get_response(request)
        if request.method in _READING or request.path.startswith(
            "/admin/"
        ):  # it writes lines of its own
            return response
        is_done = response.status_code < 400 and not getattr(request, "was_refused", False)
        if is_done and has_acted_as_staff() and request.user.is_staff:
            record(doer(request), "staff.acted", after={"path": request.path[:200]})
        return response

    def process_exception(self, request: HttpRequest, _error: Exception) -> None:
        """Remember a refusal: it may be answered by a redirect to the page before."""
        request.was_refused = True  # type: ignore[attr-defined]


_READING = {"GET", "HEAD", "OPTIONS"}
