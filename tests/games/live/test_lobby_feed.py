"""The stream of the lobby: what is open at its beginning, what goes and comes, and how many may listen."""

from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import Player
from games.engine.rules import Rules
from games.live import lobby_feed, stream_reader
from games.models import Match
from games.services import friendly
from games.services import lobby as lobby_service
from tests.games.live.asgi import request, stream
from tests.games.live.house import House, in_db, live
from tests.games.services.tables import person, sit

pytestmark = pytest.mark.django_db(transaction=True)
RULES = Rules.preset("tournament", 3)


def post(player: Player) -> Match:
    return lobby_service.post(player, RULES, None, timezone.now())


def test_a_reader_hears_what_is_open_what_comes_and_what_goes() -> None:
    anna, bob = person("anna"), person("bob")
    first = post(anna)

    async def story(house: House) -> None:
        async with (
            stream(house.app, "/live/lobby?language=pl") as polish,
            stream(house.app, "/live/lobby?language=xx") as unknown,
        ):
            for reader in (polish, unknown):
                opening = await reader.event()
                assert (opening.name, opening.data) == ("challenges", [str(first.pk)])
            second = await in_db(post, bob)
            rows = {}
            for name, reader in (("pl", polish), ("en", unknown)):
                change = await reader.event()
                assert (change.name, change.data["gone"]) == ("change", [])
                rows[name] = change.data["fresh"][str(second.pk)]
            assert "3 punkty" in rows["pl"]
            assert "3 points" in rows["en"]
            assert "bob" in rows["en"]
            assert "csrf" not in rows["en"]
            await in_db(lobby_service.accept, first.pk, bob, timezone.now())
            change = await polish.event()
            # who has found an opponent waits for nobody else
            assert set(change.data["gone"]) == {str(first.pk), str(second.pk)}
            assert change.data["fresh"] == {}

    live(sit(), story)


def test_nothing_is_asked_of_the_database_while_nobody_reads() -> None:
    async def story(house: House) -> None:
        feed = house.table.streams.lobby
        assert len(feed) == 0
        await feed.poll()
        await in_db(post, await in_db(person, "carol"))
        async with stream(house.app, "/live/lobby") as reader:
            assert len((await reader.event()).data) == 1
            assert len(feed) == 1
        assert len(feed) == 0

    live(sit(), story)


def test_a_change_whose_rows_could_not_be_read_is_told_at_the_next_poll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = person("anna")

    async def story(house: House) -> None:
        async with stream(house.app, "/live/lobby") as reader:
            assert (await reader.event()).data == []
            failures: list[str] = []

            def fail_once(*given: Any) -> Any:
                if not failures:
                    failures.append("rows")
                    raise OperationalError("the database is away")
                return rows(*given)

            rows = lobby_feed._rows
            monkeypatch.setattr(lobby_feed, "_rows", fail_once)
            listed = await in_db(post, anna)
            assert list((await reader.event()).data["fresh"]) == [str(listed.pk)]
            assert failures == ["rows"]

    live(sit(), story)


def test_a_reader_who_takes_nothing_is_ended_and_keeps_no_more_than_its_queue() -> None:
    async def story(house: House) -> None:
        async with stream(house.app, "/live/lobby") as client:
            await client.event()
            client.stall()
            (reader,) = house.table.streams.lobby._readers
            for _ in range(10 * stream_reader.QUEUE_LIMIT):
                reader.push(stream_reader.KEEP_ALIVE)
            assert len(reader._queue) <= stream_reader.QUEUE_LIMIT
            client.go_on()
            await client.ended.wait()

    live(sit(), story)


def test_the_streams_end_when_the_server_stops() -> None:
    async def story(house: House) -> None:
        async with stream(house.app, "/live/lobby") as reader:
            await reader.event()
            house.app.close_streams()
            await reader.ended.wait()

    live(sit(), story)


def test_an_address_has_a_limit_of_streams_and_the_lobby_is_only_read(settings: Any) -> None:
    settings.LIVE_PERSON_STREAMS = 1

    async def story(house: House) -> None:
        refused = await request(house.app, "POST", "/live/lobby")
        assert (refused.status, refused.headers["allow"]) == (405, "GET")
        async with stream(
            house.app, "/live/lobby", **{"x-forwarded-for": "198.51.100.7"}
        ) as reader:
            await reader.event()
            second = await request(
                house.app, "GET", "/live/lobby", **{"x-forwarded-for": "198.51.100.7"}
            )
            assert (second.status, second.json["code"]) == (429, "too_many_streams")

    settings.TRUST_PROXY = True
    live(sit(), story)


def test_a_withdrawn_challenge_goes() -> None:
    anna = person("anna")
    listed = post(anna)

    async def story(house: House) -> None:
        async with stream(house.app, "/live/lobby") as reader:
            await reader.event()
            await in_db(friendly.decline, listed.pk, anna, timezone.now())
            assert (await reader.event()).data["gone"] == [str(listed.pk)]

    live(sit(), story)
