"""A request of staff who look through a user's eyes: shown as the user sees it, with everything unsafe refused.

The session stays that of the member of staff, under a new key; only what views call `request.user` differs. A table is
shown to them as to a spectator without a login, so that nothing can be played or said: every ticket names nobody.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.audit_trail import doer
from accounts.models import Impersonation, User
from accounts.services import impersonation

KEY = "impersonation"
END = "/impersonation/end/"
PRIVATE = (
    "/accounts/", "/admin/", "/api/v1/tokens", "/profile/tokens/", "/profile/data/", "/profile/delete/",
    "/identity/", "/api/v1/apps", "/profile/apps/", "/api/v1/sessions", "/profile/sessions/",
)  # fmt: skip
"""Passwords, second factors, tokens and the data download belong to the user alone. And the pages of the staff."""
UNSEEN = ("/static/", "/i18n/", "/favicon.ico", "/healthz", "/readyz", "/metrics", "/tickets/")
PROGRAMS = ("/api/", "/tickets/")


class ImpersonationMiddleware:
    """Stands right after the authentication; does nothing without its key in the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        look = _look(request)
        if look is None:
            return self.get_response(request)
        request.impersonator, request.impersonation = look.staff, look  # type: ignore[attr-defined]
        if request.path == END:
            return self.get_response(request)
        request.user = look.user
        if request.path.startswith("/tickets/"):
            request.user = AnonymousUser()
        if request.method not in {"GET", "HEAD", "OPTIONS"}:
            return _refused(
                request, ("You are viewing the site as another user. Nothing can be changed.")
            )
        if request.path.startswith(PRIVATE):
            return _refused(request, "Only the account’s owner can open this page.")
        if not request.path.startswith(UNSEEN):
            impersonation.record_page(look, request.path[:200], doer(request))
        response = self.get_response(request)
        response["Cache-Control"] = "private, no-store"
        return response


def acting_user(request: HttpRequest) -> User | None:
    """The user whose login may act, for whatever hands out something to act with.

    Nobody while staff look through a user's eyes: what they take away would work after the look.
    """
    is_look = getattr(request, "impersonation", None) is not None
    return None if is_look or not isinstance(request.user, User) else request.user


def _look(request: HttpRequest) -> Impersonation | None:
    """The impersonation going on now. Its key leaves the session once it has ended."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or KEY not in request.session:
        return None
    look = None
    if request.user.is_authenticated:
        staff = User.objects.get(pk=request.user.pk)
        look = impersonation.active_impersonation(request.session[KEY], staff, timezone.now())
    if look is None:
        impersonation.end_early(request.session.pop(KEY), doer(request))
        request.session.cycle_key()
    return look


def _refused(request: HttpRequest, detail: str) -> HttpResponse:
    if request.path.startswith(PROGRAMS):
        return JsonResponse({"code": "read_only", "detail": detail}, status=403)
    context = {"code": "read_only", "detail": detail, "status": 403}
    return render(request, "accounts/refused.html", context, status=403)


def end(request: HttpRequest) -> HttpResponse:
    """POST: back to one's own eyes, and to the user's page in the administration."""
    look: Impersonation | None = getattr(request, "impersonation", None)
    if request.method != "POST" or look is None:
        return redirect("admin:index")
    impersonation.end(look, doer(request))
    del request.session[KEY]
    request.session.cycle_key()
    return redirect("admin:accounts_user_change", look.user_id)
