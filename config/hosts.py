"""HTTP/1.1 asks every client to name the host (RFC 9112, 3.2): a request that names none, or two, is answered 400.

Django would take the name of the server in its place.
"""

from collections.abc import Callable, Iterable
from typing import Any

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
REFUSAL = b'{"code":"bad_request","detail":"A request of HTTP/1.1 names one host."}'


def names_host(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Is there one Host header, and only one?"""
    return sum(name == b"host" for name, _value in headers) == 1


def with_host(application: Application) -> Application:
    """The WSGI application behind a server that does not look for itself."""

    def asked(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("SERVER_PROTOCOL") != "HTTP/1.1" or environ.get("HTTP_HOST"):
            return application(environ, start_response)
        headers = [
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(REFUSAL))),
            ("Connection", "close"),
        ]
        start_response("400 Bad Request", headers)
        return [REFUSAL]

    return asked
