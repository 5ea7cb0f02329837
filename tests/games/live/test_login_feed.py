"""A login's own stream: what it begins with, what it tells, how a reader goes on where it was, and when it ends."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from django.utils import timezone

from accounts.models import ApiToken, Player, Scope, User
from accounts.services.access import raise_access, suspend
from accounts.services.tokens import create_token
from games.engine.rules import Rules
from games.live import login_feed
from games.live.app import StreamsApplication
from games.models import Match
from games.services import friendly, rulings
from games.services.play import act
from games.services.submissions import Submission
from notifications import kinds
from notifications.services.notify import News, notify
from tests.games.live.asgi import Event, Stream, request, stream
from tests.games.live.house import in_db, running
from tests.games.services.tables import person

pytestmark = pytest.mark.django_db(transaction=True)
RULES = Rules.preset("tournament", 3)
Story = Callable[[StreamsApplication], Awaitable[None]]


def streams(story: Story) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), running(StreamsApplication()) as app:
            await story(cast(StreamsApplication, app))

    asyncio.run(main())


def token(player: Player, scope: str = Scope.READ) -> dict[str, str]:
    assert player.user is not None
    return {"authorization": f"Bearer {create_token(player.user, 'bot', [scope])[1]}"}


def challenge(sender: Player, receiver: Player) -> Match:
    return friendly.challenge(sender, receiver, RULES, None, timezone.now())


def do(match: Match, seat: str, kind: str) -> None:
    user_id = match.seats.get(seat=seat).player.user_id
    now = timezone.now()
    payload: dict[str, Any] = {"nonce_hash": None} if kind == "ready" else {}
    act(Submission(match_id=match.pk, seat=seat, kind=kind, received_at=now, user_id=user_id, payload=payload), now)  # fmt: skip


async def until(reader: Stream, *names: str) -> list[Event]:
    """Every event up to the first of these names."""
    events = [await reader.event()]
    while events[-1].name not in names:
        events.append(await reader.event())
    return events


def test_a_challenge_from_its_coming_to_the_result() -> None:
    anna, bob = person("anna"), person("bob")
    of_anna, of_bob = token(anna), token(bob)

    async def story(app: StreamsApplication) -> None:
        async with (
            stream(app, "/live/me", **of_anna) as first,
            stream(app, "/live/me", **of_bob) as second,
        ):
            opening = await second.event()
            assert opening.name == "state"
            assert opening.data == {"player": bob.pk, "matches": [], "results": [], "unread": 0}
            await first.event()
            match = await in_db(challenge, anna, bob)
            coming = (await until(second, "challenge"))[-1].data
            assert (coming["state"], coming["id"], coming["seat"]) == (
                "received",
                str(match.pk),
                "B",
            )
            assert coming["opponents"] == [{"id": anna.pk, "name": "anna", "is_bot": False}]
            assert (await until(second, "unread"))[-1].data == {"count": 1}
            assert (await until(first, "challenge"))[-1].data["state"] == "sent"
            await in_db(do, match, "B", "ready")
            assert (await until(first, "challenge"))[-1].data["state"] == "accepted"
            await in_db(do, match, "A", "ready")
            begun = (await until(first, "match_begun"))[-1].data
            assert (begun["id"], begun["status"]) == (str(match.pk), "playing")
            await until(second, "match_begun")
            await in_db(do, match, "A", "concede")
            for reader in (first, second):
                result = (await until(reader, "result"))[-1].data
                assert (result["winner"], result["status"]) == ("B", "finished")

    streams(story)


def test_whoever_must_act_hears_it_after_each_action() -> None:
    anna, bob = person("anna"), person("bob")
    match = challenge(anna, bob)
    of = {"A": token(anna), "B": token(bob)}

    async def story(app: StreamsApplication) -> None:
        async with (
            stream(app, "/live/me", **of["A"]) as first,
            stream(app, "/live/me", **of["B"]) as second,
        ):
            readers = {"A": first, "B": second}
            for reader in readers.values():
                assert (await reader.event()).name == "state"
            for seat in "AB":
                await in_db(do, match, seat, "ready")
            await in_db(match.refresh_from_db)
            mine = str(match.to_act)
            turn = (await until(readers[mine], "turn"))[-1].data
            assert (turn["your_turn"], turn["seq"]) == (True, match.seq)
            await in_db(rulings.pause, match.pk, by=None, reason="Rain", now=timezone.now())
            await in_db(rulings.resume, match.pk, by=None, reason="Sun", now=timezone.now())
            again = (await until(readers[mine], "turn"))[-1].data
            assert again["seq"] > turn["seq"]

    streams(story)


@pytest.mark.parametrize(("seat", "state"), [("A", "withdrawn"), ("B", "declined")])
def test_a_challenge_that_is_called_off(seat: str, state: str) -> None:
    anna, bob = person("anna"), person("bob")
    match = challenge(anna, bob)
    who = anna if seat == "A" else bob
    headers = token(anna)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            assert [row["id"] for row in (await reader.event()).data["matches"]] == [str(match.pk)]
            await in_db(friendly.decline, match.pk, who, timezone.now())
            assert (await until(reader, "challenge"))[-1].data["state"] == state

    streams(story)


def test_a_reader_who_comes_back_misses_nothing_and_hears_nothing_twice() -> None:
    anna, bob = person("anna"), person("bob")
    headers = token(bob)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            opening = await reader.event()
            first = await in_db(challenge, anna, bob)
            events = await until(reader, "unread")
        await in_db(friendly.decline, first.pk, anna, timezone.now())
        await in_db(challenge, await in_db(person, "carol"), bob)
        last = {"last-event-id": events[-1].text_id}
        async with stream(app, "/live/me", **headers, **last) as reader:
            came = await until(reader, "challenge")
            came += await until(reader, "challenge")
            assert [event.data["state"] for event in came] == ["withdrawn", "received"]
            ids = [event.text_id for event in [*events, *came]]
            assert len(set(ids)) == len(ids)
        async with stream(
            app, "/live/me", **headers, **{"last-event-id": opening.text_id}
        ) as reader:
            every = [await reader.event() for _ in range(len(events) + len(came))]
            assert [event.text_id for event in every] == ids

    streams(story)


@pytest.mark.parametrize("last", ["another-3", "7", "x", "-", "ü-1"])
def test_an_event_that_is_not_kept_any_more_resets_the_reader(last: str) -> None:
    anna = person("anna")
    headers = {**token(anna), "last-event-id": last}

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            assert [(await reader.event()).name for _ in range(2)] == ["reset", "state"]

    streams(story)


def test_too_many_events_later_a_reader_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_feed, "BACKLOG", 1)
    anna, bob = person("anna"), person("bob")
    headers = token(bob)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            opening = await reader.event()
            await in_db(challenge, anna, bob)
            await until(reader, "unread")
        back = {"last-event-id": opening.text_id}
        async with stream(app, "/live/me", **headers, **back) as reader:
            assert (await reader.event()).name == "reset"
            state = await reader.event()
            assert (len(state.data["matches"]), state.data["unread"]) == (1, 1)

    streams(story)


def test_results_of_the_last_day_are_in_the_state() -> None:
    anna, bob = person("anna"), person("bob")
    match = challenge(anna, bob)
    for seat in "AB":
        do(match, seat, "ready")
    do(match, "A", "concede")
    headers = token(anna)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            (result,) = (await reader.event()).data["results"]
            assert (result["id"], result["winner"], result["seat"]) == (str(match.pk), "B", "A")

    streams(story)


def test_kinds_that_a_user_does_not_want_are_not_counted() -> None:
    anna = person("anna")
    now = timezone.now()
    notify([News(anna.user_id, kinds.STARTED, "1", "/")], now)
    headers = token(anna)

    async def story(app: StreamsApplication) -> None:
        async with stream(app, "/live/me", **headers) as reader:
            assert (await reader.event()).data["unread"] == 0
            await in_db(notify, [News(anna.user_id, kinds.RULING, "2", "/")], now)
            assert (await until(reader, "unread"))[-1].data == {"count": 1}

    streams(story)


def _revoke(user: User) -> None:
    ApiToken.objects.filter(user=user).delete()


@pytest.mark.parametrize("end", [_revoke, raise_access, lambda user: suspend(user, timezone.now())])
def test_the_stream_ends_with_the_token_the_password_or_the_account(
    end: Callable[[User], object],
) -> None:
    anna, bob = person("anna"), person("bob")
    of_anna, of_bob = token(anna), token(bob)

    async def story(app: StreamsApplication) -> None:
        async with (
            stream(app, "/live/me", **of_anna) as mine,
            stream(app, "/live/me", **of_bob) as other,
        ):
            await mine.event()
            await other.event()
            await in_db(end, anna.user)
            async with asyncio.timeout(5):
                await mine.ended.wait()
            assert not other.ended.is_set()
        answer = await request(app, "GET", "/live/me", **of_anna)
        assert (answer.status, answer.json["code"]) == (401, "token_refused")

    streams(story)


def test_it_is_open_to_tokens_alone_and_to_so_many_streams_of_a_login(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(login_feed, "MOST_STREAMS", 1)
    headers = token(person("anna"))

    async def story(app: StreamsApplication) -> None:
        for wrong in ({}, {"authorization": "Ticket x"}, {"cookie": "sessionid=x"}):
            answer = await request(app, "GET", "/live/me", **wrong)
            assert (answer.status, answer.json["code"]) == (401, "token_needed")
        answer = await request(app, "GET", "/live/me", authorization="Token bp_unknown")
        assert (answer.status, answer.json["code"]) == (401, "token_refused")
        assert (await request(app, "POST", "/live/me", **headers)).status == 405
        async with stream(app, "/live/me", **headers) as reader:
            await reader.event()
            answer = await request(app, "GET", "/live/me", **headers)
            assert (answer.status, answer.json["code"]) == (429, "too_many_streams")

    streams(story)
