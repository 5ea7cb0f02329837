"""Standings for visitors, answered from memory: the bytes are kept by the tournament's version, which each request checks.

Only what is the same for everybody is kept: who sends a token or a session goes the whole way, and so does whatever is
not here yet. A kept answer costs less than counting requests would, so it is not throttled.
"""

import gzip
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import ResolverMatch

from tournaments.selectors.public.versions import Version, Versions

STANDINGS = re.compile(r"/api/v1/tournaments/([-\w]+)/standings")
MOST_BYTES = 32 * 2**20
SMALLEST = 1024  # bytes from which packing is worth it
TOLD = ("Content-Type", "ETag", "Cache-Control", "Vary", "Allow")

GetResponse = Callable[[HttpRequest], HttpResponseBase]
Key = tuple[str, str]  # the tournament's address, the query


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it goes out, plain and packed."""

    version: Version
    body: bytes
    packed: bytes
    headers: dict[str, str]
    etag: str
    view: ResolverMatch | None

    def holds(self, seen: Version) -> bool:
        return self.version[0] == seen[0] and self.version[1] >= seen[1]


class Shelf:
    """The answers of this process, those asked for last; never more than `most` bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most, self.bytes = most, 0
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._making: dict[Key, Lock] = {}
        self._lock = Lock()

    def get(self, key: Key, seen: Version) -> Kept | None:
        kept = self._kept.get(key)
        return kept if kept is not None and kept.holds(seen) else None

    def put(self, key: Key, kept: Kept) -> None:
        with self._lock:
            self._drop(key)
            self._kept[key] = kept
            self.bytes += len(kept.body) + len(kept.packed)
            while self.bytes > self.most:
                self._drop(next(iter(self._kept)))

    def making(self, key: Key) -> Lock:
        """Held by whoever makes this answer, so that others wait for it instead of making it, too."""
        with self._lock:
            if len(self._making) > 1000:
                self._making.clear()
            return self._making.setdefault(key, Lock())

    def _drop(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.bytes -= len(kept.body) + len(kept.packed)


class KeptAnswers:
    """Inside the middleware that makes answers safe, outside all that looks at who asks."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.versions, self.shelf = Versions(), Shelf()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        found = STANDINGS.fullmatch(request.path_info)
        if found is None or not _is_visitor(request):
            return self.get_response(request)
        seen = self.versions.of(found[1])
        if seen is None:
            return self.get_response(request)
        request.get_host()  # refuses foreign names as CommonMiddleware does
        key = (found[1], request.META.get("QUERY_STRING", ""))
        kept = self.shelf.get(key, seen)
        return self._made(request, key, seen) if kept is None else _answer(request, kept)

    def _made(self, request: HttpRequest, key: Key, seen: Version) -> HttpResponseBase:
        with ExitStack() as held:
            held.enter_context(self.shelf.making(key))
            kept = self.shelf.get(key, seen)
            if kept is not None:
                return _answer(request, kept)
            response = self._whole(request)
            shown: Version | None = getattr(response, "shown_version", None)
            if response.status_code == 200 and shown and isinstance(response, HttpResponse):
                kept = _kept(shown, response, request.resolver_match)
                self.shelf.put(key, kept)
                return _answer(request, kept)
        return response

    def _whole(self, request: HttpRequest) -> HttpResponseBase:
        """The answer with its body even for who has it, to be kept for who has not."""
        held = request.META.pop("HTTP_IF_NONE_MATCH", None)
        response = self.get_response(request)
        if held is not None:
            request.META["HTTP_IF_NONE_MATCH"] = held
        return response


def _is_visitor(request: HttpRequest) -> bool:
    """Nobody we know, who takes JSON."""
    told = request.META
    accept = told.get("HTTP_ACCEPT", "*/*")
    return (
        request.method in {"GET", "HEAD"}
        and "HTTP_AUTHORIZATION" not in told
        and settings.SESSION_COOKIE_NAME not in told.get("HTTP_COOKIE", "")
        and accept in {"*/*", "application/json", "application/json, */*"}
    )


def _kept(version: Version, response: HttpResponse, view: ResolverMatch | None) -> Kept:
    body = response.content
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= SMALLEST else b""
    headers = {name: response.headers[name] for name in TOLD if name in response.headers}
    varying = {*headers.get("Vary", "").split(", "), "Accept-Encoding"} - {"", "Accept-Language"}
    headers["Vary"] = ", ".join(sorted(varying))
    return Kept(version, body, packed, headers, response.headers.get("ETag", ""), view)


def _answer(request: HttpRequest, kept: Kept) -> HttpResponse:
    request.resolver_match = kept.view  # for whoever counts requests by view
    told = request.META
    wanted = told.get("HTTP_IF_NONE_MATCH")
    if wanted is not None and kept.etag.removeprefix("W/") in wanted:
        names = ("ETag", "Cache-Control", "Vary")
        return HttpResponse(status=304, headers={name: kept.headers[name] for name in names})
    body, headers = kept.body, kept.headers
    if kept.packed and "gzip" in told.get("HTTP_ACCEPT_ENCODING", ""):
        body, headers = kept.packed, headers | {"Content-Encoding": "gzip"}
    headers = headers | {"Content-Length": str(len(body))}
    return HttpResponse(b"" if request.method == "HEAD" else body, headers=headers)
