"""A request of HTTP/1.1 without a Host, or with two, is answered 400. In front of `web` the proxy does it."""

from typing import Any

import pytest

from tests.attacks.test_connections import play_out


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

    play_out(story)
    assert answers[0].split()[1] == status
