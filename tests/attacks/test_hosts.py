"""A request of HTTP/1.1 without a Host, or with two, is answered 400 by both servers."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from config.hosts import with_host
from tests.attacks.test_connections import told


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"200"),
        (b"GET / HTTP/1.0\r\n\r\n", b"200"),
    ],
)
def test_uvicorn_asks_for_one_host(head: bytes, status: bytes) -> None:
    answers: list[bytes] = []

    async def story(reader: Any, writer: Any, _sweep: Any) -> None:
        writer.write(head)
        answers.append(await reader.readline())

    told(story)
    assert answers[0].split()[1] == status


def begun(environ: dict[str, Any]) -> str:
    seen: list[str] = []

    def inside(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return [b""]

    list(with_host(inside)(environ, lambda status, _headers: seen.append(status)))
    return seen[0]


def test_pages_ask_for_a_host_as_well() -> None:
    assert begun({"SERVER_PROTOCOL": "HTTP/1.1"}) == "400 Bad Request"
    assert begun({"SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "example.org"}) == "200 OK"
    assert begun({"SERVER_PROTOCOL": "HTTP/1.0"}) == "200 OK"
