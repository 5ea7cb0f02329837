"""What other threads and processes do to a match reaches the listeners of this one; so does a lost right."""

import asyncio
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from accounts.services.tokens import create_token
from games.engine.clock import ClockSettings
from games.live import access, commit_hints
from games.live import table as live_table
from games.live.app import LiveApplication
from games.models import Action, Heartbeat
from games.signals import actions_committed
from tests.games.live.asgi import Stream, action_ids
from tests.games.live.house import Guest, House, in_db, live, running
from tests.games.services.tables import playing, sit

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_S = 15.0


async def hear(client: Stream, seq: int) -> None:
    assert seq in action_ids(await client.until_view(seq, timeout=PATIENCE_S))


def test_a_commit_of_another_thread_in_this_process_is_heard_without_asking() -> None:
    sitting = sit()

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            start = await house.seq()
            await client.until_view(start)
            house.table.feed.poll = _nothing  # type: ignore[method-assign]
            await in_db(sitting.act, "A", "ready")
            await hear(client, start + 1)

    live(sitting, story)


def test_a_lost_hint_is_made_good_by_asking() -> None:
    sitting = sit()

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            start = await house.seq()
            await client.until_view(start)
            actions_committed.disconnect(dispatch_uid="games.live.commit_hints")
            try:
                await in_db(sitting.act, "A", "ready")
            finally:
                commit_hints.register()
            await hear(client, start + 1)

    live(sitting, story)


def test_a_flag_found_by_a_late_action_is_heard_although_the_action_is_refused() -> None:
    sitting = playing(clock=ClockSettings("simple", 1000, 0))

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            start = await house.seq()
            await client.until_view(start)
            view = (await house.guest("A").view()).json
            answer = await house.guest(view["to_act"]).act("roll")
            assert (answer.status, answer.json["code"]) == (409, "flag_fell")
            await hear(client, start + 1)

    live(sitting, story)


@pytest.mark.parametrize(
    "change", [{"access_version": 1}, {"suspended_at": True}, {"is_active": False}]
)
def test_a_lost_access_closes_the_stream_and_refuses_actions(
    change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sit()

    async def story(house: House) -> None:
        user = house.users["A"]
        async with house.guest("A").listen() as client, house.guest("B").listen() as other:
            await client.until_view(await house.seq())
            values = {name: timezone.now() if v is True else v for name, v in change.items()}
            await in_db(User.objects.filter(pk=user.pk).update, **values)
            async with asyncio.timeout(5):
                await client.ended.wait()
            answer = await house.guest("A").act("ready")
            assert (answer.status, answer.json["code"]) == (401, "access_ended")
            assert not other.ended.is_set()
        assert await in_db(Action.objects.filter(match=house.match, kind="ready").count) == 0

    live(sitting, story)


def test_an_api_token_opens_the_same_table_until_it_is_revoked() -> None:
    sitting = sit()
    user = sitting.match.seats.get(seat="A").player.user
    token, text = create_token(user, "bot")
    _reader, read_only = create_token(user, "reader", ["read"])

    async def story(house: House) -> None:
        bot = Guest(house.app, house.match, f"Token {text}")
        assert (await bot.act("ready")).status == 200
        refused = await Guest(house.app, house.match, f"Token {read_only}").act("concede")
        assert (refused.status, refused.json["code"]) == (403, "not_your_seat")
        async with bot.listen() as client:
            await client.until_view(await house.seq())
            await in_db(token.delete)
            async with asyncio.timeout(5):
                await client.ended.wait()

    live(sitting, story)


def test_a_database_that_is_away_answers_503_and_play_goes_on_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("gone")

    async def story(house: House) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(live_table, "act_many", away)
            answer = await house.guest("A").act("ready")
            assert (answer.status, answer.json["code"]) == (503, "unavailable")
            assert answer.headers["retry-after"] == "2"
        with monkeypatch.context() as broken:
            broken.setattr(access, "versions", away)
            answer = await house.guest("B").view()
            assert answer.status == 503
        assert (await house.guest("A").act("ready")).status == 200
        assert (await house.guest("B").act("ready")).status == 200

    live(sit(), story)


def test_this_process_says_that_it_is_alive() -> None:
    async def story(house: House) -> None:
        beat = await in_db(Heartbeat.objects.get)
        assert beat.process == house.table.process
        await asyncio.sleep(1.3)
        assert (await in_db(Heartbeat.objects.get)).at > beat.at

    live(sit(), story)


def test_an_outage_moves_the_clock_that_everybody_sees() -> None:
    sitting = sit(clock=ClockSettings("simple", 600_000, 0))
    sitting.now = timezone.now()
    sitting.join()

    async def story(house: House) -> None:
        async with house.guest("A").listen() as client:
            (*_, before) = await client.until_view(await house.seq())
            beat = await in_db(Heartbeat.objects.get)
            house.table._heartbeat._last = float("-inf")
            await in_db(Heartbeat.objects.update, at=beat.at - timedelta(seconds=30))
            after = (await client.until_view(before.data["seq"]))[-1]
            gone = after.data["clock"]["at"] - before.data["clock"]["at"]
            assert after.data["seq"] == before.data["seq"]
            assert 0 < gone < 40_000

    live(sitting, story)


def test_spectators_see_a_delayed_match_late_and_players_at_once() -> None:
    sitting = sit(spectator_delay_s=2)

    async def story(house: House) -> None:
        async with house.guest().listen() as spectator, house.guest("B").listen() as opponent:
            start = await house.seq()
            late = (await spectator.until_view(start))[-1].data["now"]
            now = (await opponent.until_view(start))[-1].data["now"]
            assert 1_500 < now - late < 10_000, "the clocks of those who see it late run late"
            began = monotonic()
            answer = await house.guest("A").act("ready")
            assert (await house.guest().view()).json["seq"] == start
            await hear(opponent, start + 1)
            await hear(spectator, start + 1)
            assert monotonic() - began > 1.0, "no sooner than it may"
            assert (await house.guest().view()).json["seq"] == answer.json["seq"]

    live(sitting, story)


def test_the_stop_of_the_server_ends_streams_and_finishes_the_batch() -> None:
    sitting = sit()
    users = {seat.seat: seat.player.user for seat in sitting.match.seats.all()}

    async def main() -> None:
        async with running(LiveApplication()) as app:
            house = House(app, sitting, users)
            async with house.guest("B").listen() as client:
                await client.until_view(await house.seq())
                await house.guest("A").view()  # known at the door: the next request is not delayed
                acting = asyncio.create_task(house.guest("A").act("ready"))
                await asyncio.sleep(0)
                stopping = asyncio.create_task(app.table.stop())  # type: ignore[union-attr]
                assert (await acting).status == 200
                async with asyncio.timeout(2):
                    await client.ended.wait()
                await stopping
                app.table = None

    asyncio.run(main())
    assert Action.objects.filter(match=sitting.match, kind="ready").count() == 1


@pytest.fixture
def two_sites(redis_url: str, settings: Any) -> Any:
    settings.REDIS_URL = redis_url
    return settings


def test_redis_carries_actions_and_presence_from_one_process_to_the_other(two_sites: Any) -> None:
    sitting = sit()
    users = {seat.seat: seat.player.user for seat in sitting.match.seats.all()}

    async def main() -> None:
        async with running(LiveApplication()) as first, running(LiveApplication()) as two:
            here, there = House(first, sitting, users), House(two, sitting, users)
            # Only the bus may tell: neither the signal nor the question each second.
            commit_hints.disconnect(there.table.feed)
            there.table.feed.poll = _nothing  # type: ignore[method-assign]
            async with there.guest("B").listen() as client, here.guest("A").listen():
                start = await here.seq()
                await client.until_view(start)
                await asyncio.sleep(0.3)
                await here.guest("A").act("ready")
                await hear(client, start + 1)
                async with asyncio.timeout(5):
                    while True:
                        event = await client.event()
                        if event.name == "presence" and event.data["A"]:
                            assert event.data == {"A": True, "B": True, "spectators": 0}
                            return

    asyncio.run(main())


async def _nothing(_match_ids: object) -> None:
    return


def test_without_redis_play_goes_on_in_one_process(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            start = await house.seq()
            await client.until_view(start)
            assert (await house.guest("A").act("ready")).status == 200
            await hear(client, start + 1)

    live(sit(), story)
