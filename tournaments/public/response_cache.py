"""A WSGI cache of the API's standings and entries for visitors: whole responses, answered from memory before Django.

Entries are valid for the tournament's version, which each request reads. Only responses that are the same for
everybody are cached: requests with a token or a session pass through, and so does whatever is not cached yet. A
cached response costs less than counting requests would, so it is not throttled.
"""

import gzip
import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import Any, cast

from django.conf import settings
from django.http import HttpResponse
from django.urls import resolve

from tournaments.public.selectors.request_coalescing import (
    CoalescedVersions,
    Version,
    public_versions,
)
from web import log_context
from web.bounded_cache import BoundedCache

CACHED_PATHS = re.compile(r"/api/v1/tournaments/([-\w]+)/(standings|entries)", re.ASCII)
TABLE_QUERY = re.compile(r"((stage=\d{1,4}|bracket=[-\w]{1,40})(&(?!$)|$)){0,2}", re.ASCII)
"""The queries that are cached. Others are not, so that nobody can fill the memory with made-up ones."""
KEY_NAMES = (
    "PATH_INFO", "QUERY_STRING", "HTTP_HOST", "SERVER_PORT", "wsgi.url_scheme",
    "HTTP_X_FORWARDED_PROTO",
)  # fmt: skip
MOST_BYTES = 32 * 2**20
OVERHEAD = 4096  # bytes
SMALLEST = 1024  # bytes from which compression is worth it
ANYBODY = "null"
"""The key of any origin, where the response is the same for each."""
NO_GZIP = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")
NOT_FORWARDED = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_ORIGIN"})
UNCHANGED = frozenset({"Content-Type", "Allow"})
"""Headers that 304 does not repeat."""
REQUEST_ID = "X-Request-ID"
NOT_CACHED = frozenset({REQUEST_ID, "Content-Length", "Content-Language"})

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
Key = tuple[str, ...]
"""Path, query, host, port, scheme and origin of a request."""
CountRequest = Callable[[str, int, float], None]
"""Called with the view, the status and the seconds of a response."""


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response as it is sent, without its request id."""

    status: str
    headers: Headers
    body: bytes

    def send(self, start_response: StartResponse, number: str) -> list[bytes]:
        start_response(self.status, [*self.headers, (REQUEST_ID, number)])
        return [self.body]


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """The responses to a first request, to a client that accepts gzip, and to a client that has the current version."""

    version: Version
    view: str
    etag: str
    plain: RawResponse
    packed: RawResponse
    unchanged: RawResponse

    def is_current(self, version: Version) -> bool:
        return self.version[0] == version[0] and self.version[1] >= version[1]

    @property
    def size(self) -> int:
        """The size in bytes; headers and key are estimated."""
        return len(self.plain.body) + len(self.packed.body) + OVERHEAD


class ResponseCache:
    """A WSGI application around Django's. `count_request` is called for each response from the cache."""

    def __init__(self, application: Application, count_request: CountRequest) -> None:
        self.application, self.count_request = application, count_request
        self.versions = CoalescedVersions[Version](public_versions)
        self.cache = BoundedCache[CachedResponse](MOST_BYTES)
        self._making: dict[Key, Lock] = {}

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        match = CACHED_PATHS.fullmatch(environ["PATH_INFO"])
        if match is None or not _is_visitor(environ) or not _is_cacheable(environ, match[2]):
            return self.application(environ, start_response)
        version = self.versions.of(match[1])
        if version is None:
            return self.application(environ, start_response)
        key = _key(environ)
        with ExitStack() as stack:
            cached = self.cache.get(key)
            if cached is None or not cached.is_current(version):
                stack.enter_context(self._lock_for(key))
                cached = self.cache.get(key)
            if cached is None or not cached.is_current(version):
                return self._respond(environ, start_response, key)
        answer = _negotiated(environ, cached)
        number = log_context.request_id(environ.get("HTTP_X_REQUEST_ID", ""))
        self.count_request(cached.view, int(answer.status[:3]), perf_counter() - began)
        return answer.send(start_response, number)

    def _lock_for(self, key: Key) -> Lock:
        """Held by the request that makes this response, so that others wait for it instead of making it as well."""
        if len(self._making) > 1000:
            self._making.clear()
        return self._making.setdefault(key, Lock())

    def _respond(
        self, environ: Environ, start_response: StartResponse, key: Key
    ) -> Iterable[bytes]:
        """Django's response, asked for without the conditional headers, so that its body can be cached."""
        started: list[Any] = []
        whole = {name: value for name, value in environ.items() if name not in NOT_FORWARDED}
        if origin := _origin(environ):
            whole["HTTP_ORIGIN"] = origin
        response = cast(HttpResponse, self.application(whole, lambda *line: started.extend(line)))
        shown: Version | None = getattr(response, "shown_version", None)
        if shown is None or response.status_code != 200 or response.cookies:
            start_response(*started)
            return response
        response.close()
        view = resolve(environ["PATH_INFO"]).view_name
        cached = _cached(shown, view, response.content, started[1])
        self.cache.put(key, cached, cached.size)
        return _negotiated(environ, cached).send(
            start_response, response.headers.get(REQUEST_ID, "")
        )


def _is_visitor(environ: Environ) -> bool:
    """Is the request anonymous, and does it accept JSON?"""
    accept = environ.get("HTTP_ACCEPT", "*/*")
    return (
        environ["REQUEST_METHOD"] in {"GET", "HEAD"}
        and "HTTP_AUTHORIZATION" not in environ
        and settings.SESSION_COOKIE_NAME not in environ.get("HTTP_COOKIE", "")
        and accept in {"*/*", "application/json", "application/json, */*"}
    )


def _is_cacheable(environ: Environ, what: str) -> bool:
    query = environ.get("QUERY_STRING", "")
    return not query or (what == "standings" and TABLE_QUERY.fullmatch(query) is not None)


def _key(environ: Environ) -> Key:
    """Hosts that are not ours are never cached: Django refuses them."""
    return (*(environ.get(name, "") for name in KEY_NAMES), _origin(environ))


def _origin(environ: Environ) -> str:
    """The origin of the page that asks, as far as the response depends on it; other values share one entry."""
    origin: str = environ.get("HTTP_ORIGIN", "")
    if settings.CORS_ALLOW_ALL_ORIGINS:
        return origin and ANYBODY
    return origin if origin in settings.CORS_ALLOWED_ORIGINS else ""


def _cached(version: Version, view: str, body: bytes, headers: Headers) -> CachedResponse:
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= SMALLEST else b""
    own = {name: value for name, value in headers if name not in NOT_CACHED}
    varying = {*own.get("Vary", "").split(", "), "Accept-Encoding"} - {"", "Accept-Language"}
    own["Vary"] = ", ".join(sorted(varying))
    plain = _ok(own, body)
    return CachedResponse(
        version,
        view,
        own.get("ETag", ""),
        plain,
        _ok(own | {"Content-Encoding": "gzip"}, packed) if packed else plain,
        RawResponse(
            "304 Not Modified",
            [header for header in own.items() if header[0] not in UNCHANGED],
            b"",
        ),
    )


def _ok(headers: dict[str, str], body: bytes) -> RawResponse:
    return RawResponse("200 OK", [*headers.items(), ("Content-Length", str(len(body)))], body)


def _negotiated(environ: Environ, cached: CachedResponse) -> RawResponse:
    wanted = environ.get("HTTP_IF_NONE_MATCH")
    if wanted is not None and (wanted == "*" or cached.etag.removeprefix("W/") in wanted):
        return cached.unchanged
    encodings = environ.get("HTTP_ACCEPT_ENCODING", "")
    packed = "gzip" in encodings and NO_GZIP.search(encodings) is None
    answer = cached.packed if packed else cached.plain
    if environ["REQUEST_METHOD"] == "HEAD":
        return RawResponse(answer.status, answer.headers, b"")
    return answer
