"""The process `streams`: it serves what needs no ticket, and nothing of a match."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from django.db import OperationalError
from django.test import override_settings

from games.live import public_streams
from games.live.app import StreamsApplication
from games.models.uptime import Heartbeat
from tests.games.live.asgi import request, stream
from tests.games.live.house import in_db, running

pytestmark = pytest.mark.django_db(transaction=True)
Story = Callable[[StreamsApplication], Awaitable[None]]


def streams(story: Story) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), running(StreamsApplication()) as app:
            await story(cast(StreamsApplication, app))

    asyncio.run(main())


def test_it_serves_the_lobby_and_no_match() -> None:
    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/lobby") as reader:
            assert (await reader.event()).data == []
        match = "/live/matches/00000000-0000-0000-0000-000000000000/view"
        assert (await request(app, "GET", match)).status == 404
        assert (await request(app, "GET", "/live/watch/nothing/here")).status == 404
        assert (await request(app, "POST", "/live/lobby")).status == 405

    streams(story)


def test_it_writes_no_heartbeat_since_it_takes_no_move() -> None:
    async def story(app: StreamsApplication) -> None:
        assert (await request(app, "GET", "/live/readyz")).status == 200
        assert not await in_db(Heartbeat.objects.exists)

    streams(story)


def test_it_is_not_ready_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(public_streams, "_answers", away)

    async def story(app: StreamsApplication) -> None:
        assert (await request(app, "GET", "/live/readyz")).status == 503
        monkeypatch.undo()
        while (await request(app, "GET", "/live/readyz")).status != 200:
            await asyncio.sleep(0.05)

    streams(story)


@override_settings(METRICS_TOKEN="a token of the operator")
def test_its_figures_count_the_readers() -> None:
    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/lobby") as reader:
            await reader.event()
            figures = await request(
                app, "GET", "/live/metrics", authorization="Bearer a token of the operator"
            )
            assert b"barpoint_public_listeners 1.0" in figures.body

    streams(story)
