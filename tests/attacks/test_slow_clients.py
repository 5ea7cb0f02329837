"""One thread for all pages, and clients who take or send nothing: the next one is answered all the same."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, cast

import pytest
from a2wsgi import WSGIMiddleware

from config.client_timeouts import with_timeouts

WAITED_S = 0.3
SCOPE = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}


def site(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """As many pieces as an archive has, or the body that was sent."""
    read = environ["wsgi.input"].read(10) if environ["REQUEST_METHOD"] == "POST" else b"-"
    start_response("200 OK", [])
    return (read for _ in range(200))


async def whole() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def never(*_message: Any) -> Any:
    await asyncio.sleep(3600)


async def visit(app: Any, method: str, receive: Any, send: Any) -> None:
    await app(SCOPE | {"method": method, "http_version": "1.1"}, receive, send)


@pytest.mark.parametrize(
    ("method", "receive", "send"), [("GET", whole, never), ("POST", never, None)]
)
def test_a_client_who_waits_keeps_no_thread(method: str, receive: Any, send: Any) -> None:
    threads = WSGIMiddleware(cast(Any, site), workers=1)
    app = with_timeouts(cast(Any, threads), sent_s=WAITED_S, taken_s=WAITED_S)
    answered: list[dict[str, Any]] = []

    async def take(message: dict[str, Any]) -> None:
        answered.append(message)

    async def both() -> None:
        slow = asyncio.create_task(visit(app, method, receive, send or never))
        await asyncio.sleep(WAITED_S / 3)
        async with asyncio.timeout(5):
            await visit(app, "GET", whole, take)
        await asyncio.gather(slow, return_exceptions=True)

    asyncio.run(both())
    assert answered[0]["status"] == 200
    assert len(answered) == 202


def test_who_takes_all_in_time_gets_all() -> None:
    app = with_timeouts(cast(Any, WSGIMiddleware(cast(Any, site), workers=1)), taken_s=WAITED_S)
    taken: list[bytes] = []

    async def take(message: dict[str, Any]) -> None:
        await asyncio.sleep(0.001)
        taken.append(message.get("body", b""))

    asyncio.run(visit(app, "GET", whole, take))
    assert b"".join(taken) == b"-" * 200


def test_a_body_that_does_not_come_is_not_waited_for_with_a_thread() -> None:
    """The next is answered at once, and the slow one told so."""
    threads = cast(Any, WSGIMiddleware(cast(Any, site), workers=1))
    app, text, taken = with_timeouts(threads, sent_s=3), list[int](), list[int]()

    async def both() -> None:
        async def tell(message: dict[str, Any]) -> None:
            text.append(message.get("status", 0))

        async def take(message: dict[str, Any]) -> None:
            taken.append(message.get("status", 0))

        slow = asyncio.create_task(visit(app, "POST", never, tell))
        await asyncio.sleep(WAITED_S)
        async with asyncio.timeout(3):
            await visit(app, "GET", whole, take)
        assert text == []
        await slow

    asyncio.run(both())
    assert taken[0] == 200
    assert text == [408, 0]


def test_a_body_over_the_limit_is_refused_without_a_thread() -> None:
    threads = cast(Any, WSGIMiddleware(cast(Any, site), workers=1))
    app, taken = with_timeouts(threads, most_bytes=200_000), list[int]()

    async def endless() -> dict[str, Any]:
        return {"type": "http.request", "body": b"-" * 64_000, "more_body": True}

    async def take(message: dict[str, Any]) -> None:
        taken.append(message.get("status", 0))

    asyncio.run(visit(app, "POST", endless, take))
    assert taken == [413, 0]


def test_a_body_in_pieces_arrives_whole() -> None:
    pieces = [{"type": "http.request", "body": b"ab", "more_body": n < 4} for n in range(5)]
    app = with_timeouts(cast(Any, WSGIMiddleware(cast(Any, site), workers=1)))
    taken: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return pieces.pop(0)

    async def take(message: dict[str, Any]) -> None:
        taken.append(message.get("body", b""))

    asyncio.run(visit(app, "POST", receive, take))
    assert taken[1] == b"ab" * 5
