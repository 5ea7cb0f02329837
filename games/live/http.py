"""The little HTTP the live application needs over ASGI: read a small body, answer JSON, say no.

Every refusal is `{code, detail}`. Nothing here knows of matches.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import orjson

from games.action_envelope import BODY_LIMIT

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

JSON_TYPE = (b"content-type", b"application/json")
NO_STORE = (b"cache-control", b"no-store")
NO_SNIFF = (b"x-content-type-options", b"nosniff")


class HttpError(Exception):
    """A refusal with its status; `extra` joins the answer's body."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: object,
        *,
        extra: dict[str, Any] | None = None,
        headers: Headers | None = None,
    ) -> None:
        super().__init__(status, code)
        self.status, self.code, self.detail = status, code, str(detail)
        self.extra = extra or {}
        self.headers: Headers = headers or []

    def body(self) -> bytes:
        return dump({"code": self.code, "detail": self.detail, **self.extra})


class ClientGone(Exception):  # noqa: N818  # reads as what happened
    """The client hung up before its request was whole; there is nobody to answer."""


def retry_after(seconds: float) -> Headers:
    return [(b"retry-after", b"%d" % max(1, round(seconds + 0.5)))]


def dump(value: object) -> bytes:
    """Compact JSON."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS)


def header(scope: Scope, name: bytes) -> str:
    """The first header of this name, or ""; bytes that are no Latin-1 text cannot occur."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return ""


async def read_body(receive: Receive) -> bytes:
    """The whole body; 413 as soon as it is more than 16 KiB."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        part = message.get("body", b"")
        size += len(part)
        if size > BODY_LIMIT:
            raise HttpError(413, "too_large", "The body may have at most 16 KiB.")
        parts.append(part)
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


async def answer(send: Send, status: int, body: bytes, headers: Headers | None = None) -> None:
    """One JSON answer that no cache keeps."""
    length = (b"content-length", b"%d" % len(body))
    head = [JSON_TYPE, NO_STORE, NO_SNIFF, length, *(headers or ())]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def refuse(send: Send, error: HttpError) -> None:
    await answer(send, error.status, error.body(), error.headers)
