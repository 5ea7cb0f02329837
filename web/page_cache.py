"""Caches pages for visitors who are not logged in, for all processes: rendered once, however many read them.

A visitor sends no session, no message and no token, so nothing on the page is about them but the token of its forms.
"""

import re
import zlib
from collections.abc import Callable
from hashlib import blake2s
from secrets import token_hex
from threading import Event
from time import monotonic
from typing import NamedTuple

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from web.bounded_cache import BoundedCache
from web.bundles import manifest
from web.requests import by_htmx
from web.site_banner import current

KEPT_S = 60
AT_HAND_BYTES = 32 * 2**20
AT_HAND_S = 10.0
# Queries worth caching: no search, nothing made up. All of them together fill a minute of the cache, not more.
ASKED = re.compile(r"((stage|round|page|section|why|follow|from|how|zoom)=[\w-]{0,9}&?){0,5}")
LONGEST_ACCEPT = 60
WAITED_S = 2.0
"""For so long a request waits for another one that renders the same page; then it renders the page itself."""
KNOWN_COOKIES = frozenset({"csrftoken", "__Host-csrftoken", "django_language", "zoom"})
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')
KEPT_HEADERS = ("Content-Type", "Content-Disposition")


class CachedPage(NamedTuple):
    """A rendered page; `blank` stands where its token goes. Valid `until`, by the clock of this process."""

    headers: dict[str, str]
    blank: bytes
    body: bytes
    until: float


_at_hand: BoundedCache[CachedPage] = BoundedCache(AT_HAND_BYTES)
_rendering: dict[str, Event] = {}
"""By name, the pages that a request of this process renders now. The event is set when that request ends, also by an error."""


def cached_page(
    request: HttpRequest,
    key: str,
    render: Callable[[], HttpResponse],
    *,
    kept_s: int = KEPT_S,
    address: str = "",
) -> HttpResponse:
    """What `render` answers. For visitors it is called once for each `key`, which must change with what the page shows.

    An answer with a cookie, or with `keep = False` put on it, is for this request alone. `address` stands for the whole address
    where parts of the query do not change the page; whoever gives it has looked at the query.
    """
    if not _is_visitor(request, address):
        return render()
    name = _name(request, key, address)
    page = _cached(name)
    if page is not None:
        return _filled(request, page)
    ended = Event()
    other = _rendering.setdefault(name, ended)
    if other is not ended:
        other.wait(WAITED_S)
    try:
        page = _cached(name)
        if page is not None:
            return _filled(request, page)
        response = render()
        _store(name, response, kept_s)
        return response
    finally:
        if other is ended:
            del _rendering[name]
            ended.set()


def _store(name: str, response: HttpResponse, kept_s: int) -> None:
    if response.status_code != 200 or response.cookies or not getattr(response, "keep", True):
        return
    blank = token_hex(16).encode()  # nobody can write it into a page beforehand
    body = TOKEN.sub(rb"\g<1>" + blank, response.content)
    headers = {each: response[each] for each in KEPT_HEADERS if each in response}
    caches["pages"].set(name, (headers, blank, zlib.compress(body, 1)), kept_s)


def _filled(request: HttpRequest, page: CachedPage) -> HttpResponse:
    body = page.body
    if page.blank in body:
        body = body.replace(page.blank, get_token(request).encode())
    response = HttpResponse(body, headers=page.headers)
    patch_vary_headers(response, ["Cookie"])
    return response


def _cached(name: str) -> CachedPage | None:
    """From the memory of this process for some seconds, else from the shared cache, where it is compressed."""
    page = _at_hand.get(name)
    if page is not None and page.until > monotonic():
        return page
    stored = caches["pages"].get(name)
    if stored is None:
        return None
    headers, blank, packed = stored
    page = CachedPage(headers, blank, zlib.decompress(packed), monotonic() + AT_HAND_S)
    _at_hand.put(name, page, len(page.body))
    return page


def _is_visitor(request: HttpRequest, address: str) -> bool:
    return (
        request.method in {"GET", "HEAD"}
        and "HTTP_AUTHORIZATION" not in request.META
        and request.COOKIES.keys() <= KNOWN_COOKIES
        and (bool(address) or ASKED.fullmatch(request.META.get("QUERY_STRING", "")) is not None)
        and len(request.META.get("HTTP_ACCEPT", ""))
        <= (LONGEST_ACCEPT if _is_api(request) else 1000)
    )


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _name(request: HttpRequest, key: str, address: str) -> str:
    facts = (
        request.get_host(), request.is_secure(), address or request.get_full_path(),
        request.headers.get("Accept", "") if _is_api(request) else "", get_language(), by_htmx(request), request.COOKIES.get("zoom", ""), current(), manifest.current().version, key,
    )  # fmt: skip
    return "page." + blake2s(repr(facts).encode(), digest_size=16).hexdigest()
