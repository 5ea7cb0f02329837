"""Around every request to Django: a request id for the answer and its log lines, and its time by view and status.

Needed by: both shapes, in every process that runs Django. The proxy makes the id (X-Request-ID) and passes it on; without a
proxy it is made here. Charsets of requests are decoded by Django alone, so their check stands here, too.
"""

import codecs
import logging
from collections.abc import Callable
from functools import partial
from time import perf_counter

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponseBase
from django.urls import resolve

from config.metrics import count_request
from web import log_context

logger = logging.getLogger(__name__)

SLOW_S = 2.0
INSIDE = {"/healthz", "/readyz", "/metrics"}
"""Asked by supervisors and Prometheus without a name of ours: answered before anything looks at it."""
OF_HOSTS = {"idna", "punycode"}
"""Codecs for the labels of a host name; longer texts they refuse."""
GetResponse = Callable[[HttpRequest], HttpResponseBase]


class RequestMiddleware:
    """Inside what puts headers on every answer, outside the rest, so that what other middleware refuses is counted, too."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        number = log_context.request_id(request.META.get("HTTP_X_REQUEST_ID", ""))
        log_context.enter(partial(_facts, request, number))
        response = _inside(request) if request.path_info in INSIDE else self.get_response(request)
        took = perf_counter() - began
        count_request(_view(request), response.status_code, took)
        if took > SLOW_S:  # Django logs failures itself
            logger.warning("answered %d after %.2f s", response.status_code, took)
        response.headers["X-Request-ID"] = number
        return response


class Request(WSGIRequest):
    """Django decodes addresses and forms with whatever Python calls a codec, such as zlib; here a codec that is no charset is
    ignored."""

    @property
    def encoding(self) -> str | None:
        return self._encoding

    @encoding.setter
    def encoding(self, name: str | None) -> None:
        self._encoding = name if name is None or _is_charset(name) else None
        for read in ("GET", "_post"):  # is read anew
            self.__dict__.pop(read, None)


def _is_charset(name: str) -> bool:
    try:
        "".encode(name)
    except (LookupError, UnicodeError):
        return False
    return codecs.lookup(name).name not in OF_HOSTS


def _inside(request: HttpRequest) -> HttpResponseBase:
    match = request.resolver_match = resolve(request.path_info)
    return match.func(request)


def _facts(request: HttpRequest, number: str) -> dict[str, object]:
    """The user is named only where a view has loaded them already: a log line costs no query."""
    user = request.__dict__.get("_cached_user")
    return {
        "request_id": number,
        "method": request.method,
        "view": _view(request),
        "match_id": _match_id(request),
        "user_id": getattr(user, "pk", None),
    }


def _view(request: HttpRequest) -> str:
    """The name of the view, never the address: that may contain the key of an email or of an invitation."""
    match = request.resolver_match
    if match is not None:
        return match.view_name or "unnamed"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "none"


def _match_id(request: HttpRequest) -> str:
    match = request.resolver_match
    return "" if match is None else str(match.kwargs.get("match_id", ""))


# Not at the end of __call__: the last line of Django itself comes after its middleware.
request_finished.connect(log_context.clear, dispatch_uid="config.request_context")
