"""The first event of a stream waits for nothing that could have been loaded while its readers arrived."""

import asyncio

import pytest

from games.live.app import StreamsApplication
from tests.games.live.asgi import stream
from tests.tournaments import making
from tests.webhooks.test_event_streams import streams
from webhooks.services import public_stream

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("fails", [False, True])
def test_what_the_first_event_needs_is_loaded_once_after_the_first_reader_came(
    monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    made = making.entered(2)
    calls = list[int]()

    def warm_up(_source: object) -> None:
        calls.append(1)
        if fails:
            raise ValueError

    monkeypatch.setattr(public_stream.TournamentEvents, "warm_up", warm_up)

    async def story(app: StreamsApplication) -> None:
        path = f"/live/events/tournament/{made.slug}"
        async with stream(app, path) as first, stream(app, path) as second:
            await first.event()
            await second.event()
            while not calls:
                await asyncio.sleep(0.01)
            assert not first.ended.is_set()

    streams(story)
    assert calls == [1]
