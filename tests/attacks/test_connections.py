"""Clients who begin to ask and do not go on, and heads without an end: closed, and nobody waits for them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.slow_client_guard import BODY_S, HEAD_LIMIT, HEAD_S, Connection, Sweep
from games import counters

Story = Callable[
    [asyncio.StreamReader, asyncio.StreamWriter, Callable[[float], int]], Awaitable[None]
]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    if scope["path"] != "/unread":
        while (await receive()).get("more_body"):
            pass
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


def play_out(story: Story) -> None:
    """The story of one client; what it is given sweeps the server at a time of its choosing."""

    async def run() -> None:
        state, sweep = ServerState(), Sweep()
        config = uvicorn.Config(echo, log_config=None, lifespan="off")
        loop = asyncio.get_running_loop()

        def connection() -> Connection:
            return Connection(config=config, server_state=state, app_state={}, _loop=loop)

        server = await loop.create_server(connection, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(10):
            while not state.connections:
                await asyncio.sleep(0)
            try:
                await story(reader, writer, lambda now: sweep.look(state.connections, now))
            finally:
                writer.close()
                server.close()

    asyncio.run(run())


async def heard(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()
    await asyncio.sleep(0.02)


async def has_ended(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


WHOLE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
BODY = b"POST /live/matches HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "limit"), [(b"", HEAD_S), (WHOLE[:-2] + b"x-a: ", HEAD_S), (BODY, BODY_S)]
)
def test_who_begins_and_does_not_go_on_is_cut_off(sent: bytes, limit: float) -> None:
    async def story(reader: Any, writer: Any, sweep: Any) -> None:
        await heard(writer, sent)
        assert sweep(0.0) == 0
        assert sweep(limit - 1) == 0
        await heard(writer, b"x" if sent else b"")  # a drop now and then is not going on
        assert sweep(limit + 1) == 1
        assert await has_ended(reader)

    play_out(story)


def test_a_second_head_is_not_waited_for_longer_than_the_first() -> None:
    async def story(reader: Any, writer: Any, sweep: Any) -> None:
        await heard(writer, WHOLE)
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        assert [sweep(0.0), sweep(1000.0)] == [0, 0]  # between requests uvicorn's own limit holds
        await heard(writer, WHOLE[:9])
        assert [sweep(1000.0), sweep(1001.0 + HEAD_S)] == [0, 1]
        assert await has_ended(reader)

    play_out(story)


def test_a_head_without_an_end_is_not_kept() -> None:
    async def story(reader: Any, writer: Any, sweep: Any) -> None:
        try:
            writer.write(WHOLE[:-2] + b"x-long: ")
            for _ in range(HEAD_LIMIT // 4096 + 1):
                await heard(writer, b"y" * 4096)
        except ConnectionError:
            return
        assert await has_ended(reader)

    play_out(story)


def test_who_asks_a_hundred_things_at_once_is_not_listened_to() -> None:
    async def story(reader: Any, writer: Any, sweep: Any) -> None:
        await heard(writer, WHOLE * 400)
        assert await has_ended(reader)

    play_out(story)


def test_a_large_body_is_not_taken_for_a_head() -> None:
    async def story(reader: Any, writer: Any, sweep: Any) -> None:
        size = 4 * HEAD_LIMIT
        writer.write(
            b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % size + b"y" * size
        )
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    play_out(story)


def test_what_is_not_http_is_counted_and_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    before = counters.REFUSED.get("not_http", 0)

    async def story(reader: Any, writer: Any, sweep: Any) -> None:
        await heard(writer, b"GET / RUBBISH\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 400")

    play_out(story)

    assert counters.REFUSED["not_http"] == before + 1
    assert caplog.text == ""
