"""A login's own stream while its reader is away, when a read or an event fails, and for staff without a second factor."""

import asyncio
import threading
from collections.abc import Collection
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.live import login_feed, public_streams
from games.live.app import StreamsApplication
from games.live.login_events import LoginEvent
from games.live.login_feed import LoginFeed
from games.models import Match
from games.selectors.login_state import LoginState, OwnMatchFacts
from games.services import friendly, rulings
from tests.games.live.asgi import request, stream
from tests.games.live.house import in_db
from tests.games.live.test_login_feed import challenge, streams, token, until
from tests.games.services.tables import person

pytestmark = pytest.mark.django_db(transaction=True)
BIG, LIST = "9" * 20, "[1]"


def test_names_and_reasons_that_look_like_json_stay_texts() -> None:
    anna, bob = person("anna"), person("bob")
    headers = token(anna)
    matches = [challenge(anna, bob), challenge(anna, bob)]
    for match, title in zip(matches, (BIG, LIST), strict=True):
        Match.objects.filter(pk=match.pk).update(context={**match.context, "title": title})

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            opening = await reader.event()
            assert [row["title"] for row in opening.data["matches"]] == [BIG, LIST]
            for match, reason in zip(matches, (BIG, LIST), strict=True):
                await in_db(rulings.void, match.pk, by=None, reason=reason, now=timezone.now())
                assert (await until(reader, "result"))[-1].data["id"] == str(match.pk)

    streams(story)


def test_a_login_whose_events_cannot_be_written_begins_anew_and_disturbs_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, bob = person("anna"), person("bob")
    of_anna, of_bob = token(anna), token(bob)
    write = login_feed.written

    def fragile(event: LoginEvent, facts: OwnMatchFacts) -> tuple[str, dict[str, Any]] | None:
        if event.own.seat == "A":
            raise TypeError("not JSON")
        return write(event, facts)

    monkeypatch.setattr(login_feed, "written", fragile)

    async def story(app: StreamsApplication) -> None:
        async with (
            stream(app, "/live/me", **of_anna) as first,
            stream(app, "/live/me", **of_bob) as second,
        ):
            opening = await first.event()
            await second.event()
            await in_db(challenge, anna, bob)
            assert (await until(second, "challenge"))[-1].data["state"] == "received"
            await first.ended.wait()
        back = {"last-event-id": opening.text_id}
        async with stream(app, "/live/me", **of_anna, **back) as reader:
            assert (await reader.event()).name == "reset"
            assert len((await reader.event()).data["matches"]) == 1

    streams(story)


def test_a_match_that_begins_and_ends_while_nobody_listens_is_heard_of_later() -> None:
    anna, bob = person("anna"), person("bob")
    headers = token(bob)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            opening = await reader.event()
        match = await in_db(challenge, anna, bob)
        await asyncio.sleep(login_feed.POLL_EVERY_S * 2)
        await in_db(friendly.decline, match.pk, anna, timezone.now())
        back = {"last-event-id": opening.text_id}
        async with stream(app, "/live/me", **headers, **back) as reader:
            states = [(await until(reader, "challenge"))[-1].data["state"] for _ in range(2)]
            assert states == ["received", "withdrawn"]

    streams(story)


def test_a_login_that_was_away_for_long_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_feed, "KEPT_S", 0.0)
    anna, bob = person("anna"), person("bob")
    headers = token(bob)

    async def story(app: StreamsApplication) -> None:
        assert app.streams is not None
        async with stream(app, "/live/me", **headers) as reader:
            opening = await reader.event()
        await app.streams.logins.poll()
        match = await in_db(challenge, anna, bob)
        await in_db(friendly.decline, match.pk, anna, timezone.now())
        back = {"last-event-id": opening.text_id}
        async with stream(app, "/live/me", **headers, **back) as reader:
            assert (await reader.event()).name == "reset"
            state = (await reader.event()).data
            assert [row["id"] for row in state["results"]] == [str(match.pk)]

    streams(story)


class SlowRead:
    """The read of the states, which waits at its end while `may_go_on` is not set."""

    def __init__(self) -> None:
        self.has_read, self.may_go_on = threading.Event(), threading.Event()
        self._read = login_feed.login_states

    def __call__(self, user_ids: Collection[int]) -> dict[int, LoginState]:
        states = self._read(user_ids)
        self.has_read.set()
        self.may_go_on.wait(5)
        return states

    async def poll_meanwhile(self, logins: LoginFeed) -> None:
        while not self.has_read.is_set():
            await asyncio.sleep(0.01)
        poll = asyncio.create_task(logins.poll())
        await asyncio.sleep(0.05)
        self.may_go_on.set()
        await poll


def test_a_stream_is_not_forgotten_while_its_login_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(login_feed, "KEPT_S", 0.0)
    monkeypatch.setattr(public_streams, "LOGIN_EVERY_S", 3600.0)
    anna, bob = person("anna"), person("bob")
    headers = token(bob)

    async def story(app: StreamsApplication) -> None:
        assert app.streams is not None
        logins = app.streams.logins
        async with stream(app, "/live/me", **headers) as reader:
            opening = await reader.event()
        slow = SlowRead()
        monkeypatch.setattr(login_feed, "login_states", slow)
        polling = asyncio.create_task(slow.poll_meanwhile(logins))
        back = {"last-event-id": opening.text_id}
        async with stream(app, "/live/me", **headers, **back) as reader:
            await polling
            await in_db(challenge, anna, bob)
            await logins.poll()
            assert (await reader.event()).name == "challenge"

    streams(story)


def test_staff_without_the_second_factor_that_they_need_hear_nothing(settings: Settings) -> None:
    anna = person("anna")
    headers = token(anna)
    settings.REQUIRE_MFA_FOR_STAFF = True

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            await reader.event()
            await in_db(User.objects.update, is_staff=True)
            async with asyncio.timeout(5):
                await reader.ended.wait()
        answer = await request(app, "GET", "/live/me", **headers)
        assert (answer.status, answer.json["code"]) == (403, "second_factor_needed")

    streams(story)
