"""A room and its listeners over a made-up log: each action once, in order, whatever comes when."""

import asyncio

import pytest

from games.live.listener import QUEUE_LIMIT, Listener
from games.live.presence import Presence
from games.live.room import LiveRoom
from games.live.viewer import Viewer
from tests.games.live.asgi import action_ids
from tests.games.live.rooms import MATCH, House, run


def test_a_new_listener_gets_the_whole_log_and_then_the_view() -> None:
    async def story(house: House) -> None:
        async with house.listen() as client:
            events = await client.until_view(3)
            assert [event.name for event in events] == ["action"] * 3 + ["view"]
            assert action_ids(events) == [1, 2, 3]

    run(story)


def test_a_listener_that_comes_back_gets_only_what_it_missed() -> None:
    async def story(house: House) -> None:
        async with house.listen(after=2) as client:
            assert action_ids(await client.until_view(3)) == [3]
            house.commit()
            assert action_ids(await client.until_view(4)) == [4]

    run(story)


def test_an_action_committed_while_the_log_is_read_comes_once_and_in_order() -> None:
    async def story(house: House) -> None:
        house.threads.gate.clear()
        async with house.listen() as first:
            house.threads.gate.set()
            await first.until_view(3)
            house.threads.gate.clear()
            async with house.listen() as second:
                await asyncio.sleep(0.01)  # the second has read 1 to 3; its answer is under way
                house.commit()
                house.commit()
                await asyncio.sleep(0.01)
                house.threads.gate.set()
                assert action_ids(await second.until_view(5)) == [1, 2, 3, 4, 5]
            assert action_ids(await first.until_view(5)) == [4, 5]

    run(story)


def test_without_the_subscription_before_the_read_that_action_would_be_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: the interleaving above, with a listener that joins after its read."""

    async def story(house: House) -> None:
        async with house.listen() as first:
            await first.until_view(3)
            house.threads.gate.clear()
            monkeypatch.setattr(LiveRoom, "join", lambda *_: None)
            async with house.listen() as late:
                await asyncio.sleep(0.01)
                house.commit()
                monkeypatch.undo()
                (joining,) = late_listeners
                house.threads.gate.set()
                await asyncio.sleep(0.01)
                joining.room.join(joining)
                with pytest.raises(TimeoutError):
                    await late.until_view(4, timeout=0.1)
            assert action_ids(await first.until_view(4)) == [4]

    late_listeners: list[Listener] = []
    run_first = Listener.run

    async def run_noted(listener: Listener) -> None:
        late_listeners[:] = [listener]
        await run_first(listener)

    monkeypatch.setattr(Listener, "run", run_noted)
    run(story)


def test_a_hint_without_rows_makes_the_room_read_them_once_for_all() -> None:
    async def story(house: House) -> None:
        async with house.listen(after=3) as first, house.listen(after=3) as two:
            await first.until_view(3)
            await two.until_view(3)
            before = house.log.reads
            house.log.grow()
            house.log.grow()
            for _ in range(5):
                house.feed.hint(MATCH, 5)
            for client in (first, two):
                assert action_ids(await client.until_view(5)) == [4, 5]
            assert house.log.reads == before + 1

    run(story)


def test_rows_that_come_before_their_predecessors_wait_for_them() -> None:
    async def story(house: House) -> None:
        async with house.listen(after=3) as client:
            await client.until_view(3)
            house.log.grow()  # committed by another process, its hint still under way
            house.commit()
            assert action_ids(await client.until_view(5)) == [4, 5]
            house.feed.hint(MATCH, 4)
            house.commit()
            assert action_ids(await client.until_view(6)) == [6]

    run(story)


def test_a_lost_hint_is_made_good_by_the_next_question() -> None:
    async def story(house: House) -> None:
        async with house.listen(after=3) as client:
            await client.until_view(3)
            house.log.grow()
            await house.feed.poll()
            assert action_ids(await client.until_view(4)) == [4]

    run(story)


def test_a_repeated_answer_with_an_old_row_skips_nothing() -> None:
    async def story(house: House) -> None:
        async with house.listen(after=3) as client:
            await client.until_view(3)
            (row,), _sheet = house.log.grow()
            house.log.grow()
            house.feed.committed(MATCH, [row], house.log.loaded())
            assert action_ids(await client.until_view(5)) == [4, 5]

    run(story)


def test_a_slow_listener_loses_its_queue_and_nothing_else() -> None:
    async def story(house: House) -> None:
        async with house.listen(after=3) as slow:
            await slow.until_view(3)
            slow.stall()
            for _ in range(QUEUE_LIMIT * 3):
                house.commit()
                await asyncio.sleep(0)
            slow.go_on()
            last = 3 + QUEUE_LIMIT * 3
            assert action_ids(await slow.until_view(last)) == list(range(4, last + 1))

    run(story)


def test_a_process_that_is_behind_the_listener_repeats_nothing() -> None:
    """The listener saw 4 from another process; this one's room still stands at 3."""

    async def story(house: House) -> None:
        async with house.listen(after=3) as old:
            await old.until_view(3)
            house.log.grow()
            async with house.listen(after=4) as new:
                assert action_ids(await new.until_view(4)) == []
                house.commit()
                assert action_ids(await new.until_view(5)) == [5]
            assert action_ids(await old.until_view(5)) == [4, 5]

    run(story)


def test_a_database_that_is_away_delays_the_log_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.live.listener.READ_AGAIN_S", 0.01)

    async def story(house: House) -> None:
        async with house.listen(after=3) as other:
            await other.until_view(3)
            house.log.broken = True
            async with house.listen() as client:
                await asyncio.sleep(0.03)
                house.log.broken = False
                assert action_ids(await client.until_view(3)) == [1, 2, 3]

    run(story)


def test_views_differ_by_seat_and_are_dated_when_sent() -> None:
    async def story(house: House) -> None:
        async with house.listen(seat="A") as player, house.listen() as spectator:
            (*_, own) = await player.until_view(3)
            (*_, theirs) = await spectator.until_view(3)
            assert (own.data["seat"], theirs.data["seat"]) == ("A", None)
            assert own.data["now"] > 1_700_000_000_000

    run(story)


def test_a_room_goes_with_its_last_listener() -> None:
    async def story(house: House) -> None:
        async with house.listen() as first:
            async with house.listen() as two:
                await first.until_view(3)
                await two.until_view(3)
            house.commit()
            assert action_ids(await first.until_view(4)) == [4]
        assert list(house.feed.listeners()) == []
        assert house.feed.view_at(Viewer(MATCH, None, None, 0, "ticket"), 4) is None

    run(story)


def test_presence_counts_seats_and_spectators_once_a_change() -> None:
    async def story(house: House) -> None:
        async with house.listen(seat="A") as player:
            await player.until_view(3)
            house.feed.publish_presence()
            assert (await player.event()).data == {"A": True, "B": False, "spectators": 0}
            async with house.listen() as first, house.listen() as two:
                await first.until_view(3)
                await two.until_view(3)
                house.feed.publish_presence()
                house.feed.publish_presence()
                house.commit()
                text, action, _view = await player.until_view(4)
                assert text.data == {"A": True, "B": False, "spectators": 2}
                assert action.id == 4

    run(story)


def test_only_a_table_where_somebody_came_or_went_is_due() -> None:
    async def story(house: House) -> None:
        async with house.listen(seat="A") as player:
            await player.until_view(3)
            assert house.feed.presence_due() == [MATCH]
            assert house.feed.presence_due() == []
            house.feed.publish_presence()
            house.feed.received_presence("another process", MATCH, Presence(spectators=1))
            assert house.feed.presence_due() == [MATCH]
        assert house.feed.presence_due() == [MATCH]

    run(story)
