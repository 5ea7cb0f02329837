"""Around every page: the viewer's time zone, load shedding, and refusals answered with a sentence instead of an error."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib import messages
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from web.errors import Refusal, refusal_of
from web.load_shedding import LOAD_SHEDDER
from web.transient_db_errors import retry_after
from web.views.errors import FOR_PROGRAMS, unavailable

_NO_TIMES = ("/api/", "/static/", "/healthz", "/readyz")
"""Addresses that show no time of day: nobody's zone is asked for, and the last two do without a database."""


class TimeZoneMiddleware:
    """Times are stored in UTC and shown in the viewer's zone; nobody's zone is UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(_NO_TIMES) and request.user.is_authenticated:
            with timezone.override(_zone(request.user.time_zone)):
                return self.get_response(request)
        return self.get_response(request)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):  # a zone that left the database since it was chosen
        return ZoneInfo("UTC")


class LoadSheddingMiddleware:
    """Refuses requests that a slow database would keep waiting (web/load_shedding.py); stands before all that query it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in _NO_TIMES:
            return self.get_response(request)
        if not LOAD_SHEDDER.enter():
            return unavailable(request, "too many wait for it already")
        try:
            return self.get_response(request)
        finally:
            LOAD_SHEDDER.leave()


class DomainErrorMiddleware:
    """POST from a page of ours → message and back; anything else → an error page; /api/ → JSON.

    The address of a button that is opened as a page (kept in a tab, or come back to after a log-in) says so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if isinstance(answer, HttpResponseNotAllowed):
            refused = _refused(
                request, Refusal("method_not_allowed", _wrong_way(), answer.status_code)
            )
            refused.headers["Allow"] = answer.headers["Allow"]
            return refused
        return answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        refusal = refusal_of(error)
        if refusal is None:
            return None
        back = _back(request)
        if request.method == "POST" and back and not request.path.startswith(FOR_PROGRAMS):
            messages.error(request, refusal.detail, extra_tags=refusal.code)
            return _redirect(request, back)
        return _refused(request, refusal)


def _wrong_way() -> str:
    return _("Nothing was changed. Go back and use the button on that page.")


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    if request.path.startswith(FOR_PROGRAMS):
        return JsonResponse(
            {"code": refusal.code, "detail": refusal.detail},
            status=refusal.status,
            headers=retry_after(refusal.status),
        )
    return _page(request, refusal)


def _back(request: HttpRequest) -> str | None:
    """The page the form was on, when it is one of ours."""
    address = request.headers.get("HX-Current-URL") or request.headers.get("Referer") or ""
    allowed = url_has_allowed_host_and_scheme(
        address, {request.get_host()}, require_https=request.is_secure()
    )
    return address if allowed else None


def _redirect(request: HttpRequest, address: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


def _page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    context = {"code": refusal.code, "detail": refusal.detail, "status": refusal.status}
    return render(request, "accounts/refused.html", context, status=refusal.status)
