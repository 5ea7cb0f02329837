"""Who floods is cut off, and nobody else: by ticket, by person, by address, and by open streams."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import pytest

from games.live.app import LiveApplication
from games.live.rate_limiter import CUT_OFF_S, IN_VAIN, address_of, network
from tests.games.live.asgi import Answer, request
from tests.games.live.house import House, live
from tests.games.services.tables import playing, sit

database = pytest.mark.django_db(transaction=True)
FLOOD = IN_VAIN + 25


@pytest.fixture(autouse=True)
def _proxied(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TRUST_PROXY = True
    settings.LIVE_RATE, settings.LIVE_BURST = 1.0, 5.0
    settings.LIVE_PERSON_RATE, settings.LIVE_PERSON_BURST = 1.0, 20.0
    monkeypatch.setattr("games.live.rate_limiter.TARPIT_S", 0.0)


async def flood(ask: Callable[[], Awaitable[Answer]]) -> list[Answer]:
    return [await ask() for _ in range(FLOOD)]


@database
def test_a_ticket_that_floods_is_cut_off_and_the_opponents_is_not() -> None:
    async def story(house: House) -> None:
        answers = await flood(house.guest("A").view)
        assert [answer.status for answer in answers] == [200] * 5 + [429] * (FLOOD - 5)
        assert "connection" not in answers[6].headers
        assert answers[-1].headers["connection"] == "close"
        assert answers[-1].json["code"] == "too_many_requests"
        assert (await house.guest("B").view()).status == 200

    live(playing(), story)


@database
def test_who_is_cut_off_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        guest = house.guest("A")
        await flood(guest.view)
        later = monotonic() + CUT_OFF_S + 1
        monkeypatch.setattr("games.live.rate_limiter.monotonic", lambda: later)
        monkeypatch.setattr("games.live.limits.monotonic", lambda: later)
        assert (await guest.view()).status == 200

    live(playing(), story)


@database
def test_who_goes_on_asking_stays_outside_and_who_asks_each_second_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def statuses(ask: Callable[[], Awaitable[Answer]], every_s: float) -> list[int]:
        seen, now = [], monotonic()
        with monkeypatch.context() as clock:
            for turn in range(int(2 * CUT_OFF_S / every_s)):
                moment = now + turn * every_s
                clock.setattr("games.live.rate_limiter.monotonic", lambda at=moment: at)
                clock.setattr("games.live.limits.monotonic", lambda at=moment: at)
                seen.append((await ask()).status)
        return seen

    async def story(house: House) -> None:
        item, other = house.guest("A"), house.guest("B")
        await flood(item.view)
        assert set(await statuses(item.view, 0.2)) == {429}
        await flood(other.view)
        assert 200 in await statuses(other.view, 1.0)

    live(playing(), story)


@database
def test_forged_tickets_cut_off_their_address_but_nobody_there_with_a_ticket() -> None:
    async def story(house: House) -> None:
        path = f"/live/matches/{house.match.pk}/view"

        async def ask(at: str, ticket: str) -> Answer:
            heads: Any = {"Authorization": ticket, "X-Forwarded-For": at}
            return await request(house.app, "GET", path, **heads)

        forged = [await ask("192.0.2.7", f"Ticket nonsense{n}") for n in range(FLOOD + 20)]
        assert [item.status for item in forged[:20]] == [401] * 20
        assert (forged[-1].status, forged[-1].headers["connection"]) == (429, "close")
        assert (await ask("192.0.2.7", "Token unknown")).status == 429
        assert (await ask("192.0.2.7", house.guest("A").authorization)).status == 200
        assert (await ask("192.0.2.8", "Ticket nonsense")).status == 401

    live(playing(), story)


@database
def test_a_ticket_that_sends_nonsense_is_cut_off_sooner(settings: Any) -> None:
    settings.LIVE_RATE, settings.LIVE_BURST = 1000.0, 1000.0
    settings.LIVE_PERSON_RATE, settings.LIVE_PERSON_BURST = 1000.0, 1000.0
    settings.LIVE_NONSENSE_RATE, settings.LIVE_NONSENSE_BURST = 0.1, 20.0

    async def story(house: House) -> None:
        guest = house.guest("A")
        answers = [await guest.post(b"{") for _ in range(60)]
        assert [answer.status for answer in answers[:20]] == [400] * 20
        assert (answers[-1].status, answers[-1].headers["connection"]) == (429, "close")
        assert (await house.guest("B").view()).status == 200

    live(playing(), story)


@database
def test_who_is_cut_off_waits_for_the_answer_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(house: House) -> None:
        guest = house.guest("A")
        await flood(guest.view)
        monkeypatch.setattr("games.live.rate_limiter.TARPIT_S", 30.0)
        monkeypatch.setattr("games.live.rate_limiter.TARPIT_SIZE", 3)
        waiting = [asyncio.ensure_future(guest.view()) for _ in range(4)]
        answered, stored = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert [row.result().status for row in answered] == [429]  # no room among those who wait
        assert (await house.guest("B").view()).status == 200
        for item in stored:
            item.cancel()
        await asyncio.wait(stored)
        monkeypatch.setattr("games.live.rate_limiter.TARPIT_S", 0.0)
        assert (await guest.view()).status == 429
        assert house.app._limiter._waiting == 0

    live(playing(), story)


@database
def test_one_ticket_has_so_many_streams_and_a_closed_one_makes_room(settings: Any) -> None:
    settings.LIVE_STREAMS, settings.LIVE_BURST = 2, 20.0

    async def story(house: House) -> None:
        guest = house.guest("A")
        async with guest.listen() as first:
            await first.until_view(await house.seq())
            async with guest.listen() as two:
                await two.until_view(await house.seq())
                path = f"/live/matches/{house.match.pk}/stream"
                heads: Any = {"Authorization": guest.authorization}
                refused = await request(house.app, "GET", path, **heads)
                assert (refused.status, refused.json["code"]) == (429, "too_many_streams")
        async with guest.listen() as again:
            await again.until_view(await house.seq())

    live(sit(), story)


def test_nothing_is_kept_of_streams_that_ended() -> None:
    assert not LiveApplication()._limiter._streams


@pytest.mark.parametrize(
    ("text", "subscriber"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("2001:db8:1:2::1", "2001:0db8:0001:0002"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("unknown", ""),
    ],
)
def test_an_address_is_that_of_a_subscriber(text: str, subscriber: str) -> None:
    assert network(text) == subscriber


def test_what_a_client_claims_of_itself_is_not_believed(settings: Any) -> None:
    claimed = {
        "headers": [
            (b"x-forwarded-for", b"10.0.0.1"),
            (b"x-forwarded-for", b"10.0.0.2, 192.0.2.7"),
        ],
        "client": ("172.18.0.2", 1),
    }
    assert address_of(claimed) == "192.0.2.7"
    settings.TRUST_PROXY = False
    assert address_of(claimed) == "172.18.0.2"
