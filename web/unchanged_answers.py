"""Answers polling clients before Django when the key they send is still current.

Clocks, overlays and walls poll every few seconds. The way through Django costs many times what the answer does.
Only GET without a token is answered here, and only for keys that the page itself gave out; everything else passes through.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic, perf_counter, time
from typing import Any
from urllib.parse import parse_qsl

from web import log_context
from web.bounded_cache import BoundedCache

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
CountRequest = Callable[[str, int, float], None]
"""Called with the view, the status and the seconds of an answer."""
LONGEST_QUERY = 400
NOT_STORED = "max-age=0, no-cache, no-store, must-revalidate, private"
MOST_KEYS = 20_000


@dataclass(frozen=True, slots=True)
class KeyedPage:
    """Addresses that clients poll with a key. `is_current` is called with the path, its first group and the key.

    `names_time`: the answer is the server's time in milliseconds since 1970; else it is 204.
    """

    path: re.Pattern[str]
    view: str
    is_current: Callable[[str, str, str], bool]
    names_time: bool = False


class ConfirmedKeys:
    """Keys of pages, each with what it was given out for; they are forgotten after a while."""

    def __init__(self, kept_s: float) -> None:
        self._kept_s = kept_s
        self._kept: BoundedCache[tuple[str, float]] = BoundedCache(MOST_KEYS)

    def put(self, page: str, key: str, version: str = "") -> None:
        """Call it with the version that was read before what the key stands for."""
        self._kept.put((page, key), (version, monotonic() + self._kept_s), 1)

    def has(self, page: str, key: str, version: str = "") -> bool:
        kept = self._kept.get((page, key))
        return kept is not None and kept[0] == version and monotonic() < kept[1]


class UnchangedAnswers:
    """The application. `count_request` is called for each answer that it gives itself."""

    def __init__(
        self, application: Application, count_request: CountRequest, pages: Sequence[KeyedPage]
    ) -> None:
        self.application, self.count_request, self.pages = application, count_request, pages

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began = perf_counter()
        key = _key(environ.get("QUERY_STRING", ""))
        if key and environ["REQUEST_METHOD"] == "GET" and "HTTP_AUTHORIZATION" not in environ:
            path = environ["PATH_INFO"]
            for page in self.pages:
                match = page.path.fullmatch(path)
                if match and page.is_current(path, match[1], key):
                    return self._answer(page, environ, start_response, began)
        return self.application(environ, start_response)

    def _answer(
        self, page: KeyedPage, environ: Environ, start_response: StartResponse, began: float
    ) -> list[bytes]:
        headers = [
            ("Cache-Control", NOT_STORED),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Request-ID", log_context.request_id(environ.get("HTTP_X_REQUEST_ID", ""))),
        ]
        body = b""
        if page.names_time:
            body = b'{"now": %d}' % (time() * 1000)
            headers += [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        status = 200 if page.names_time else 204
        self.count_request(page.view, status, perf_counter() - began)
        start_response("200 OK" if page.names_time else "204 No Content", headers)
        return [body]


def _key(query: str) -> str:
    """The key of a query as Django reads it: of several, the last one counts."""
    if "key=" not in query or len(query) > LONGEST_QUERY:
        return ""
    return dict(parse_qsl(query)).get("key", "")
