"""A client that takes changes: put together they are the view, for every seat. What does not follow the last view is sent whole."""

import asyncio
import json
from typing import Any

import pytest

from tests.games.live.asgi import Stream, request, stream
from tests.games.live.house import Guest, House, live, next_action
from tests.games.live.rooms import House as RoomHouse
from tests.games.live.rooms import run
from tests.games.services.tables import playing

STEPS = 40


class Reader:
    """What a page knows: the last view, and what changed since. `names` are the events it got, in order."""

    def __init__(self, client: Stream) -> None:
        self.client = client
        self.view: dict[str, Any] = {"seq": -1}
        self.names: list[str] = []

    async def until(self, seq: int) -> dict[str, Any]:
        while self.view["seq"] < seq:
            event = await self.client.event()
            if event.name == "view":
                self.view = event.data
            elif event.name == "changes":
                assert event.data.pop("from") == self.view["seq"]
                self.view |= event.data
            if event.name in ("view", "changes"):
                self.names.append(event.name)
        return self.view


def timeless(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "now"}


@pytest.mark.django_db(transaction=True)
def test_changes_put_together_are_the_view_of_every_seat() -> None:
    async def story(house: House) -> None:
        guests = [house.guest("A"), house.guest("B"), house.guest()]
        clients = [stream(house.app, f"{g.path('stream')}?changes=1", **g.headers) for g in guests]
        async with clients[0] as a, clients[1] as b, clients[2] as spectator:
            readers = [Reader(client) for client in (a, b, spectator)]
            for reader in readers:
                await reader.until(await house.seq())
            for _ in range(STEPS):
                await house.play()
                for guest, reader in zip(guests, readers, strict=True):
                    whole = (await guest.view()).json
                    assert timeless(await reader.until(whole["seq"])) == timeless(whole)
            for reader in readers:
                assert reader.names[0] == "view"
                assert reader.names.count("changes") > STEPS / 2

    live(playing(), story)


@pytest.mark.django_db(transaction=True)
def test_the_answer_to_an_action_has_what_changed_for_its_player() -> None:
    async def story(house: House) -> None:
        async with house.guest("A").listen(), house.guest("B").listen():
            await asyncio.sleep(0.2)
            counted = 0
            for _ in range(10):
                guest, before = await who_acts(house)
                kind, payload = next_action(before) or ("", {})
                answer = await post(guest, kind, payload)
                assert ("view" in answer) != ("changes" in answer)
                if "changes" in answer:
                    counted += 1
                    assert answer["changes"].pop("from") == before["seq"]
                    shown = before | answer["changes"]
                    assert timeless(shown) == timeless((await guest.view()).json)
            assert counted > 5

    live(playing(), story)


@pytest.mark.django_db(transaction=True)
def test_where_nobody_listens_the_answer_has_the_whole_view() -> None:
    async def story(house: House) -> None:
        guest, before = await who_acts(house)
        answer = await post(guest, *(next_action(before) or ("", {})))
        assert "changes" not in answer
        assert answer["view"]["seq"] == answer["seq"]

    live(playing(), story)


def test_a_client_that_does_not_ask_for_changes_gets_views() -> None:
    async def story(house: RoomHouse) -> None:
        async with house.listen(3) as old, house.listen(3, takes_changes=True) as new:
            await old.until_view(3)
            await new.until_view(3)
            house.commit()
            assert [(await old.event()).name for _ in range(2)] == ["action", "view"]
            assert [(await new.event()).name for _ in range(2)] == ["action", "changes"]

    run(story)


def test_after_a_gap_the_whole_view_comes() -> None:
    """The client stops reading while two more actions come: what it gets then cannot follow its last view."""

    async def story(house: RoomHouse) -> None:
        async with house.listen(3, takes_changes=True) as client:
            await client.until_view(3)
            client.stall()
            house.commit()
            await asyncio.sleep(0.01)
            house.commit()
            house.commit()
            client.go_on()
            events = await client.until_view(6)
            assert [event.name for event in events] == [
                "action",
                "changes",
                "action",
                "action",
                "view",
            ]

    run(story)


def test_a_view_that_is_shown_again_comes_whole() -> None:
    async def story(house: RoomHouse) -> None:
        async with house.listen(3, takes_changes=True) as client:
            await client.until_view(3)
            house.feed.clocks_moved()
            assert (await client.event()).name == "view"

    run(story)


async def who_acts(house: House) -> tuple[Guest, dict[str, Any]]:
    """The player who must act, and their view."""
    for seat in "AB":
        guest = house.guest(seat)
        view = (await guest.view()).json
        if next_action(view) is not None:
            return guest, view
    raise AssertionError("nobody has to act")


async def post(guest: Guest, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    body = json.dumps({"kind": kind, "payload": payload}).encode()
    path = f"{guest.path('actions')}?changes=1"
    answer = await request(guest.app, "POST", path, body, **guest.headers)
    assert answer.status == 200, answer.body
    data: dict[str, Any] = answer.json
    return data
