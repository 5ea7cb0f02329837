"""Addresses that lead nowhere, a database that cannot answer, and bugs: JSON for programs, a page for people.

Templates: 400.html (413, too), 404.html, 429.html, 503.html, 500.html. Every error that no layer of Django took, views and middlewares alike, comes
to `broken`, so that nothing else has to know of a database that is away.
"""

import logging
import sys

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found, server_error

from web import transient_db_errors
from web.load_shedding import LOAD_SHEDDER
from web.security_log import note

logger = logging.getLogger(__name__)

FOR_PROGRAMS = ("/api/", "/tickets/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404"""
    if request.path.startswith(FOR_PROGRAMS):
        data = {"code": "not_found", "detail": "Not found."}
        return JsonResponse(data, status=404)
    return page_not_found(request, exception)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400. Reads neither the user nor the data of the request: they may be what cannot be read."""
    large = isinstance(exception, RequestDataTooBig)
    status = 413 if large else 400
    if request.path.startswith(FOR_PROGRAMS):
        data = {"code": "too_large", "detail": "The request body is too large."}
        if not large:
            data = {"code": "bad_request", "detail": "The request cannot be read."}
        return JsonResponse(data, status=status)
    facts = {"large": large, "theme": request.COOKIES.get("theme")}
    return HttpResponse(render_to_string("400.html", facts), status=status)


def too_often(request: HttpRequest) -> HttpResponse:
    """handler429, of allauth: most of its bounds are of a minute."""
    note("rate_limit.refused", request)
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = "60"
    return answer


def broken(request: HttpRequest) -> HttpResponse:
    """handler500: a bug, or a fault of the database."""
    error = sys.exc_info()[1]
    if transient_db_errors.is_transient(error):
        if transient_db_errors.is_timeout(error):
            LOAD_SHEDDER.slow()
        return unavailable(request, str(error))
    if request.path.startswith(FOR_PROGRAMS):
        data = {"code": "server_error", "detail": "Server error. It has been logged."}
        return JsonResponse(data, status=500)
    return server_error(request)


def unavailable(request: HttpRequest, reason: str) -> HttpResponse:
    """503, come again. One line in the log: a trace for each visitor would fill a disk that is full already."""
    first = reason.partition("\n")[0]
    logger.warning("no database for %s %s: %s", request.method, request.path, first)
    if request.path.startswith(FOR_PROGRAMS):
        answer: HttpResponse = JsonResponse(
            {"code": transient_db_errors.CODE, "detail": detail()}, status=503
        )
    else:
        address = request.get_full_path() if request.method == "GET" else ""
        facts = {"address": address, "theme": request.COOKIES.get("theme")}
        answer = HttpResponse(render_to_string("503.html", facts), status=503)
    answer["Retry-After"] = str(transient_db_errors.RETRY_AFTER_S)
    answer["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # for django.utils.log.log_response
    return answer


def detail() -> str:
    return _("The database is not available right now. The server keeps trying.")
