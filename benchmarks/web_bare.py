"""The peer of benchmarks/web_speed.py: a WSGI application of three lines that knows one answer, under the same server."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

BODY = Path(os.environ.get("BARE_BODY", os.devnull)).read_bytes()
HEADERS = [("Content-Type", "application/json"), ("ETag", 'W/"bare"')]


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if "HTTP_IF_NONE_MATCH" in environ:
        start_response("304 Not Modified", HEADERS)
        return [b""]
    start_response("200 OK", [*HEADERS, ("Content-Length", str(len(BODY)))])
    return [BODY]
