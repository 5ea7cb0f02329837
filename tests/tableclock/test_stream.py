"""A second phone at a table: a tap that this process has written is named by its stream at once, not with the next poll."""

import asyncio
import json
from collections.abc import Collection, Mapping
from typing import Any, cast

import pytest
from django.test import Client

from games.live import public_streams
from games.live.app import StreamsApplication
from games.live.threads import DatabaseThreads
from games.live.watch_feed import WatchFeed, announce
from tableclock.models import LinkPurpose
from tableclock.selectors.payload import MOST_SENT, KnownLog, log_change
from tableclock.services.links import LinkPlace, give
from tests.games.live.asgi import request, stream
from tests.games.live.house import in_db, running
from tests.tableclock.room import at_a_table, send, tap
from tests.tournaments.making import NOW
from tournaments.models import Slip, Tournament


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/clock/{}/log/", "/api/v1/clocks/{}"])
def test_a_tap_reaches_the_stream_without_a_poll(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_streams, "WATCH_EVERY_S", 600.0)
    made, slip = at_a_table()
    code = link(made, slip)

    def tapped() -> str:
        event = {"device": "aaaa", "n": 1, "kind": "pass", "at": 10, "data": {"seat": "B"}}
        body = {"match": slip.pk, "events": [event]}
        answer = Client().post(address.format(code), json.dumps(body), "application/json")
        return str(answer.json()["key"])

    async def story() -> None:
        async with asyncio.timeout(60), running(StreamsApplication()) as app:
            async with stream(app, f"/live/watch/clock/{code}") as reader:
                before = (await reader.event()).data
                key = await in_db(tapped)
                event = await reader.event()
                if event.name == "change":
                    event = await reader.event()
                assert event.data == key != before
            assert (await request(app, "GET", "/live/watch/clock/nothing")).status == 404

    asyncio.run(story())
    announce("clock", code, "after the last stream has ended")


@pytest.mark.django_db(transaction=True)
def test_the_stream_brings_what_was_tapped() -> None:
    """To a phone that shows the same match, with all events after those that the tapping phone had."""
    made, slip = at_a_table()
    send(slip, tap("pass", 10, seat="B"))
    code = link(made, slip)

    def tapped(after: int) -> dict[str, Any]:
        event = {"device": "bbbb", "n": after + 1, "kind": "pass", "at": 10, "data": {"seat": "A"}}
        body = {"match": slip.pk, "events": [event]}
        path = f"/clock/{code}/log/?match={slip.pk}&after={after}"
        answer = Client().post(path, json.dumps(body), "application/json")
        return cast(dict[str, Any], answer.json())

    async def story() -> None:
        async with (
            asyncio.timeout(60),
            running(StreamsApplication()) as app,
            stream(app, f"/live/watch/clock/{code}") as reader,
        ):
            await reader.event()
            answer = await in_db(tapped, 1)
            change, version = await reader.event(), await reader.event()
            assert (change.name, version.name) == ("change", "version")
            assert version.data == change.data["key"] == answer["key"]
            assert change.data["match"] == answer["match"]
            assert (change.data["match"]["slip"], change.data["language"]) == (slip.pk, "en")
            assert (change.data["after"], change.data["serial"]) == (1, 2)
            assert change.data["events"] == answer["events"]
            await in_db(tapped, 0)  # a phone that has nothing yet sends its tap: all events
            assert [e["serial"] for e in (await reader.event()).data["events"]] == [1, 2, 3]

    asyncio.run(story())


def test_too_much_for_the_stream_is_asked_for() -> None:
    events = [{"serial": n} for n in range(1, MOST_SENT + 2)]
    answer = {"key": "7.30.d", "match": {"slip": 7}, "serial": 30, "events": events}
    assert log_change(answer, KnownLog(7, 0)) is None
    assert log_change(answer | {"events": events[1:]}, KnownLog(7, 1)) is not None
    assert log_change(answer | {"events": events[1:]}, KnownLog(6, 1)) is None, "another match"
    assert log_change(answer | {"events": []}, KnownLog(7, 30)) is None
    assert log_change(answer | {"match": None}, KnownLog()) is None


def test_what_a_poll_read_before_a_tap_is_not_named_after_it() -> None:
    async def story() -> None:
        threads = SlowThreads()
        feed = WatchFeed(cast(DatabaseThreads, threads))
        asgi = Reader()
        listening = asyncio.create_task(feed.listen("clock", "a", "1", asgi.receive, asgi.send))
        await asyncio.sleep(0)
        polling = asyncio.create_task(feed.poll())
        await asyncio.sleep(0)
        feed.announced("clock", "a", "2")
        feed.announced("clock", "b", "2")
        threads.read_now.set()
        await polling
        threads.versions = {"a": "3"}
        await feed.poll()
        feed.close_all()
        await listening
        assert asgi.versions() == ["1", "2", "3"]

    asyncio.run(asyncio.wait_for(story(), 10))


class SlowThreads:
    """A database that answers what it read before, once `read_now` is set."""

    def __init__(self) -> None:
        self.read_now, self.versions = asyncio.Event(), {"a": "1"}

    async def read(self, _call: Any, _kind: str, _keys: Collection[str]) -> Mapping[str, str]:
        await self.read_now.wait()
        return self.versions


class Reader:
    """A client that listens; `versions` are those that it was sent."""

    def __init__(self) -> None:
        self._sent = b""

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def send(self, message: Any) -> None:
        self._sent += message.get("body", b"")

    def versions(self) -> list[str]:
        lines = self._sent.decode().splitlines()
        return [json.loads(line[5:]) for line in lines if line.startswith("data:")]


def link(made: Tournament, slip: Slip) -> str:
    return give(
        made.pk, LinkPlace(LinkPurpose.CLOCK, slip=slip.pk), by=made.organizer, now=NOW
    ).code
