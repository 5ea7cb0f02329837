"""Chat on the live table: who hears what, at once and after a lost hint; limits, codes and repeats."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.services.tokens import create_token
from games.live import commit_hints
from games.live.app import LiveApplication
from games.models import ChatLine, Match
from games.services import chat
from games.signals import aside_changed
from tests.games.live.chatting import guest_of, heard, post, say, silent, texts, watcher
from tests.games.live.house import Guest, House, in_db, live, running
from tests.games.services.tables import playing, sit

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_opponent_hears_a_line_at_once_and_spectators_hear_nothing() -> None:
    async def story(house: House) -> None:
        async with house.guest("B").listen() as opponent, house.guest().listen() as spectator:
            first = await heard(opponent)
            assert (first["on"], first["room"], first["rooms"]) == (True, "players", ["players"])
            assert (await heard(spectator))["rooms"] == ["spectators"]
            answer = await say(house.guest("A"), "Good luck, <b>Bob</b>!")
            assert answer.status == 200
            line = answer.json["line"]
            assert (line["room"], line["seat"]) == ("players", "A")
            (text,) = (await heard(opponent, timeout=0.5))["lines"]
            assert text == line
            assert text["text"] == "Good luck, <b>Bob</b>!"
            assert await silent(spectator)

    live(sit(), story)


def test_spectators_have_a_room_that_players_read_only_after_the_end() -> None:
    fan = watcher("fan")

    async def story(house: House) -> None:
        async with house.guest("A").listen() as player, house.guest().listen() as anybody:
            await heard(player)
            await heard(anybody)
            answer = await say(guest_of(house, fan), "A must hit on the bar point")
            assert (answer.json["line"]["room"], answer.json["line"]["seat"]) == (
                "spectators",
                None,
            )
            assert texts(await heard(anybody, timeout=0.5)) == ["A must hit on the bar point"]
            assert await silent(player)
            assert (await house.guest("B").act("concede")).status == 200
            after = await heard(player)
            assert after["rooms"] == ["players", "spectators"]
            assert texts(after) == ["A must hit on the bar point"]

    live(playing(), story)


def test_a_ticket_without_a_seat_shows_a_player_only_their_own_room() -> None:
    """A token that may only read gets a spectator's ticket; the seat is looked up all the same."""
    sitting = playing()
    player = sitting.match.seats.get(seat="A").player.user

    async def story(house: House) -> None:
        async with guest_of(house, player).listen() as client:
            assert (await heard(client))["rooms"] == ["players"]

    live(sitting, story)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_request"),
        (b"[]", 400, "bad_request"),
        ({"text": "no key"}, 400, "bad_request"),
        ({"key": "a b", "text": "x"}, 400, "bad_request"),
        ({"key": "k", "text": "x", "colour": "red"}, 400, "bad_request"),
        ({"key": "k", "text": 7}, 400, "bad_request"),
        ({"key": "k", "room": "kitchen", "text": "x"}, 400, "bad_request"),
        ({"key": "k", "room": ["players"], "text": "x"}, 400, "bad_request"),
        ({"key": "k", "room": "spectators", "text": "x"}, 403, "not_your_room"),
        ({"key": "k"}, 400, "empty_line"),
        ({"key": "k", "text": " \u200b\u202e\n "}, 400, "empty_line"),
        ({"key": "k", "text": "x" * 301}, 400, "line_too_long"),
        ({"key": "k", "phrase": "insult"}, 400, "bad_phrase"),
        ({"key": "k", "phrase": "hello", "text": "both"}, 400, "bad_phrase"),
        (b" " * 17_000, 413, "too_large"),
    ],
)
def test_what_is_not_a_line_is_refused_with_its_code(body: Any, status: int, code: str) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def story(house: House) -> None:
        answer = await post(house.guest("A"), raw)
        assert (answer.status, answer.json["code"]) == (status, code)
        assert await in_db(ChatLine.objects.count) == 0

    live(sit(), story)


def test_the_same_key_says_it_once_even_at_the_same_moment() -> None:
    async def story(house: House) -> None:
        answers = await asyncio.gather(
            *(say(house.guest("A"), "once", key="same") for _ in range(4))
        )
        assert {answer.status for answer in answers} == {200}
        assert len({answer.json["line"]["id"] for answer in answers}) == 1
        assert sorted(answer.json["repeated"] for answer in answers) == [False, True, True, True]
        other = await say(house.guest("A"), "twice", key="same")
        assert (other.status, other.json["code"]) == (409, "key_reused")
        assert (await say(house.guest("B"), "twice", key="same")).status == 200

    live(sit(), story)


def test_the_sixth_line_in_ten_seconds_waits() -> None:
    async def story(house: House) -> None:
        for number in range(5):
            assert (await say(house.guest("A"), f"line {number}", key=f"k{number}")).status == 200
        answer = await say(house.guest("A"), "one more")
        assert (answer.status, answer.json["code"]) == (429, "too_many_lines")
        assert int(answer.headers["retry-after"]) >= 1
        assert (await say(house.guest("A"), "line 0", key="k0")).json["repeated"] is True
        assert (await say(house.guest("B"), "I am calm")).status == 200
        await in_db(ChatLine.objects.update, at=timezone.now() - timedelta(seconds=11))
        assert (await say(house.guest("A"), "one more")).status == 200

    live(sit(), story)


def test_who_may_not_write_is_told_why() -> None:
    sitting = sit()
    user = sitting.match.seats.get(seat="A").player.user
    _reader, read_only = create_token(user, "reader", ["read"])
    _bot, playing_token = create_token(user, "bot")

    async def story(house: House) -> None:
        anonymous = await say(house.guest(), "hello")
        assert (anonymous.status, anonymous.json["code"]) == (403, "log_in_to_write")
        reader = Guest(house.app, house.match, f"Token {read_only}")
        refused = await say(reader, "hello")
        assert (refused.status, refused.json["code"]) == (403, "token_read_only")
        accepted = await say(Guest(house.app, house.match, f"Token {playing_token}"), "hello")
        assert accepted.json["line"]["seat"] == "A"

    live(sitting, story)


def test_a_lost_hint_costs_about_a_second() -> None:
    sitting = sit()
    user = sitting.match.seats.get(seat="A").player.user

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            await heard(client)
            await asyncio.sleep(1.1)  # one question has been asked
            aside_changed.disconnect(dispatch_uid="games.live.commit_hints.aside")
            try:
                line_request = chat.LineRequest(key="k", text="is it still my turn?")
                await in_db(chat.say, sitting.match.pk, user, line_request, timezone.now())
            finally:
                commit_hints.register()
            assert texts(await heard(client, timeout=2.0)) == ["is it still my turn?"]

    live(sitting, story)


def test_a_line_taken_away_leaves_every_screen() -> None:
    staff = watcher("staff", is_staff=True)

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client, guest_of(house, staff).listen() as steward:
            await heard(client)
            assert (await heard(steward))["rooms"] == ["players", "spectators"]
            line = (await say(house.guest("A"), "rude")).json["line"]
            await heard(client)
            assert texts(await heard(steward)) == ["rude"]
            await in_db(chat.hide_line, line["id"], staff, timezone.now())
            assert (await heard(client, timeout=1.0)) == {"lines": [], "hidden": [line["id"]]}

    live(sit(), story)


def test_a_stream_opens_with_the_last_fifty_lines_and_no_more() -> None:
    sitting = sit()
    author = sitting.match.seats.get(seat="A").player
    ChatLine.objects.bulk_create(
        ChatLine(
            match=sitting.match,
            room="players",
            author=author,
            text=f"{n}",
            at=sitting.now,
            key=str(n),
        )
        for n in range(60)
    )

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            assert texts(await heard(client)) == [f"{n}" for n in range(10, 60)]

    live(sitting, story)


def test_chat_that_is_off_is_neither_heard_nor_taken_and_a_director_may_switch_it() -> None:
    sitting = sit(chat=False)

    async def story(house: House) -> None:
        async with house.guest("B").listen() as client:
            assert await heard(client) == {"on": False}
            refused = await say(house.guest("A"), "hello?")
            assert (refused.status, refused.json["code"]) == (403, "chat_off")
            assert await in_db(chat.switch_chat, [house.match.pk], on=True) == 1
            assert (await heard(client, timeout=1.0))["on"] is True
            assert (await say(house.guest("A"), "hello!")).status == 200
            assert texts(await heard(client)) == ["hello!"]
            await in_db(chat.switch_chat, [house.match.pk], on=False)
            assert await heard(client, timeout=1.0) == {"on": False}

    live(sitting, story)


def test_a_move_asks_nothing_of_the_chat() -> None:
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    async def story(house: House) -> None:
        def watched(batch: Any) -> Any:
            with connection.execute_wrapper(note):
                return original(batch)

        original = house.table._act
        house.table._act = watched  # type: ignore[method-assign]
        await house.play(4)

    live(playing(), story)
    assert asked
    assert not [sql for sql in asked if "chat" in sql or "mute" in sql]


def test_redis_carries_a_line_from_one_process_to_the_other(redis_url: str, settings: Any) -> None:
    settings.REDIS_URL = redis_url
    sitting = sit()
    users = {seat.seat: seat.player.user for seat in sitting.match.seats.all()}

    async def main() -> None:
        async with running(LiveApplication()) as first, running(LiveApplication()) as two:
            here, there = House(first, sitting, users), House(two, sitting, users)
            commit_hints.disconnect(there.table.feed)  # only the bus may tell
            async with there.guest("B").listen() as client:
                await heard(client)
                await asyncio.sleep(0.3)
                assert (await say(here.guest("A"), "over there?")).status == 200
                assert texts(await heard(client, timeout=0.6)) == ["over there?"]

    asyncio.run(main())


def test_writing_ends_an_hour_after_the_match() -> None:
    sitting = playing()
    sitting.act("A", "concede")
    ago = timezone.now() - timedelta(minutes=59)
    Match.objects.filter(pk=sitting.match.pk).update(finished_at=ago)

    async def story(house: House) -> None:
        assert (await say(house.guest("A"), "well played")).status == 200
        earlier = timezone.now() - timedelta(minutes=61)
        await in_db(Match.objects.filter(pk=house.match.pk).update, finished_at=earlier)
        refused = await say(house.guest("A"), "and another thing")
        assert (refused.status, refused.json["code"]) == (409, "chat_closed")

    live(sitting, story)
