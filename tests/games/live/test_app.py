"""The live application end to end, without a socket: who may come in, act and listen, and what they get."""

import asyncio
import json
import random
from time import time
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from accounts.services.tokens import create_token
from games.models import Action, MatchSeed
from tests.games.live.asgi import action_ids, request
from tests.games.live.house import Guest, House, in_db, live, next_action
from tests.games.services.tables import playing, sit

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_action_is_answered_after_its_commit_with_its_rows_and_the_view() -> None:
    async def story(house: House) -> None:
        answer = await house.guest("A").act("ready")
        assert answer.status == 200
        (row,) = answer.json["actions"]
        assert (row["seat"], row["kind"]) == ("A", "ready")
        assert answer.json["seq"] == row["seq"] == answer.json["view"]["seq"]
        assert answer.json["view"]["ready"] == {"A": True, "B": False}
        assert answer.headers["cache-control"] == "no-store"
        stored = await in_db(Action.objects.filter(match=house.match, seat="A").count)
        assert stored == 1

    live(sit(), story)


def test_the_opponent_and_a_spectator_see_it_once_and_in_order() -> None:
    async def story(house: House) -> None:
        async with house.guest("B").listen() as opponent, house.guest().listen() as spectator:
            start = await house.seq()
            await opponent.until_view(start)
            await spectator.until_view(start)
            await house.play(10)
            end = await house.seq()
            for client in (opponent, spectator):
                ids: list[Any] = []
                while not ids or ids[-1] < end:
                    ids += action_ids(await client.until_view(start + len(ids) + 1))
                assert ids == list(range(start + 1, end + 1))

    live(playing(), story)


def test_a_stream_resumes_after_the_last_event_id() -> None:
    async def story(house: House) -> None:
        start = await house.seq()
        await house.play(6)
        end = await house.seq()
        async with house.guest("A").listen(after=start) as client:
            assert action_ids(await client.until_view(end)) == list(range(start + 1, end + 1))
        async with house.guest("A").listen(after=end) as client:
            assert action_ids(await client.until_view(end)) == []

    live(playing(), story)


def test_two_tabs_of_one_player_see_the_same() -> None:
    async def story(house: House) -> None:
        start = await house.seq()
        async with house.guest("A").listen(start) as first, house.guest("A").listen(start) as two:
            await first.until_view(start)
            await two.until_view(start)
            await house.play(2)
            end = await house.seq()
            for tab in (first, two):
                ids: list[Any] = []
                while not ids or ids[-1] < end:
                    ids += action_ids(await tab.until_view(start + len(ids) + 1))
                assert ids == list(range(start + 1, end + 1))

    live(playing(), story)


def test_the_same_key_from_two_tabs_has_one_effect() -> None:
    async def story(house: House) -> None:
        body = json.dumps({"kind": "ready", "payload": {}, "key": "same"}).encode()
        answers = await asyncio.gather(*(house.guest("A").post(body) for _ in range(5)))
        assert {answer.status for answer in answers} == {200}
        assert len({answer.json["seq"] for answer in answers}) == 1

    live(sit(), story)


def test_of_two_different_actions_on_one_state_one_is_stale() -> None:
    async def story(house: House) -> None:
        guest, seq = house.guest("A"), await house.seq()
        answers = await asyncio.gather(
            guest.act("ready", expected_seq=seq), guest.act("concede", expected_seq=seq)
        )
        assert sorted(answer.status for answer in answers) == [200, 409]
        (refused,) = (answer for answer in answers if answer.status == 409)
        assert refused.json["code"] == "stale"
        assert refused.json["seq"] == seq + 1

    live(sit(), story)


def test_a_refused_action_says_why_and_changes_nothing() -> None:
    async def story(house: House) -> None:
        before = await house.seq()
        view = (await house.guest("A").view()).json
        idle = "B" if view["to_act"] == "A" else "A"
        answer = await house.guest(idle).act("roll")
        assert answer.status == 409
        assert answer.json.keys() == {"code", "detail", "seq"}
        assert answer.json["code"] == "not_your_turn"
        assert await house.seq() == before

    live(playing(), story)


@pytest.mark.parametrize(
    ("authorization", "status", "code"),
    [
        (None, 401, "ticket_needed"),
        ("Basic YTpi", 401, "ticket_needed"),
        ("Ticket nonsense", 401, "ticket_refused"),
        ("Token bp_nonsense", 401, "token_refused"),
    ],
)
def test_without_a_good_ticket_nobody_comes_in(
    authorization: str | None, status: int, code: str
) -> None:
    async def story(house: House) -> None:
        headers = {"authorization": authorization} if authorization else {}
        headers["cookie"] = "sessionid=whatever"
        for method, leaf in (("GET", "stream"), ("GET", "view"), ("POST", "actions")):
            path = f"/live/matches/{house.match.pk}/{leaf}"
            answer = await request(house.app, method, path, **headers)
            assert (answer.status, answer.json["code"]) == (status, code)
            assert "www-authenticate" in answer.headers

    live(sit(), story)


def test_a_token_of_staff_without_the_second_factor_that_they_need_is_refused(
    settings: Settings,
) -> None:
    settings.REQUIRE_MFA_FOR_STAFF = True

    async def story(house: House) -> None:
        user = house.users["A"]
        _row, text = await in_db(create_token, user, "bot")
        headers = {"authorization": f"Token {text}"}
        path = f"/live/matches/{house.match.pk}/view"
        assert (await request(house.app, "GET", path, **headers)).status == 200
        await in_db(User.objects.filter(pk=user.pk).update, is_staff=True)
        _row, again = await in_db(create_token, user, "bot")
        answer = await request(house.app, "GET", path, authorization=f"Token {again}")
        assert (answer.status, answer.json["code"]) == (403, "second_factor_needed")

    live(sit(), story)


def test_an_expired_ticket_is_refused_so_that_the_page_renews_it() -> None:
    async def story(house: House) -> None:
        late = house.guest("A", expires_at=int(time() * 1000) - 1)
        for answer in (await late.view(), await late.act("ready")):
            assert (answer.status, answer.json["code"]) == (401, "ticket_refused")

    live(sit(), story)


def test_a_ticket_for_another_match_is_refused() -> None:
    other = sit()

    async def story(house: House) -> None:
        stranger = Guest(house.app, other.match, house.guest("A").authorization)
        answer = await stranger.act("ready")
        assert (answer.status, answer.json["code"]) == (403, "wrong_match")
        assert (await stranger.view()).status == 403

    live(sit(), story)


def test_a_spectator_sees_and_does_not_act() -> None:
    async def story(house: House) -> None:
        assert (await house.guest().view()).json["may"] == {}
        answer = await house.guest().act("ready")
        assert (answer.status, answer.json["code"]) == (403, "not_your_seat")

    live(sit(), story)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/live/", 404),
        ("GET", "/live/matches/x/stream", 404),
        ("GET", "/live/matches/00000000-0000-0000-0000-000000000000/other", 404),
        ("POST", "/live/matches/00000000-0000-0000-0000-000000000000/view", 405),
        ("GET", "/live/matches/00000000-0000-0000-0000-000000000000/actions", 405),
        ("OPTIONS", "/live/matches/00000000-0000-0000-0000-000000000000/actions", 405),
    ],
)
def test_unknown_addresses_and_methods_are_refused_as_json(
    method: str, path: str, status: int
) -> None:
    async def story(house: House) -> None:
        answer = await request(house.app, method, path)
        assert answer.status == status
        assert answer.json.keys() == {"code", "detail"}

    live(sit(), story)


def test_a_last_event_id_that_is_not_a_number_is_refused() -> None:
    async def story(house: House) -> None:
        for wrong in ("x", "-1", "9" * 30, "1²"):
            async with house.guest().listen(after=wrong) as client:  # type: ignore[arg-type]
                pass
            assert client.answer is not None
            assert client.answer.status == 400

    live(sit(), story)


def test_a_body_over_sixteen_kib_is_refused_unread() -> None:
    async def story(house: House) -> None:
        answer = await house.guest("A").post(b" " * (16 * 1024 + 1))
        assert (answer.status, answer.json["code"]) == (413, "too_large")

    live(sit(), story)


def test_too_many_requests_are_told_when_to_come_again(settings: Any) -> None:
    settings.LIVE_RATE, settings.LIVE_BURST = 1.0, 3.0

    async def story(house: House) -> None:
        guest = house.guest("A")
        answers = [await guest.view() for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json["code"] == "too_many_requests"
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert (await house.guest("B").view()).status == 200

    live(sit(), story)


KINDS = ["ready", "nonce", "roll", "play", "double", "offer_resign", "ruling", "epoch", "flag", "x"]
ODD: list[Any] = [None, True, -1, 10**30, 1e308, "", "\u0000", "\ud800", "é" * 300, [], {}, [[]]]
FIELDS = ["moves", "text", "dice", "nonce", "nonce_hash", "level", "at", "losers", "kind"]


def anything(chance: random.Random, depth: int) -> Any:
    """Some JSON value that may or may not be what an action carries."""
    if depth == 0 or chance.random() < 0.4:
        return chance.choice(ODD)
    if chance.random() < 0.5:
        return [anything(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    return {chance.choice(FIELDS): anything(chance, depth - 1) for _ in range(chance.randint(0, 3))}


def malformed(chance: random.Random) -> bytes:
    if chance.random() < 0.2:
        return chance.randbytes(chance.randint(0, 60))
    key = chance.choice([*ODD, *(f"k{chance.random()}" for _ in ODD)])
    whole = {"kind": chance.choice(KINDS), "payload": anything(chance, 3), "key": key}
    if chance.random() < 0.3:
        whole["expected_seq"] = anything(chance, 1)
    text = json.dumps(whole).encode()
    return text[: chance.randint(0, len(text))] if chance.random() < 0.1 else text


def test_two_thousand_malformed_bodies_never_cause_a_server_error() -> None:
    chance = random.Random(1)

    async def story(house: House) -> None:
        statuses = set()
        for _ in range(40):
            posts = [house.guest(chance.choice("AB")).post(malformed(chance)) for _ in range(50)]
            statuses |= {answer.status for answer in await asyncio.gather(*posts)}
        assert statuses <= {200, 400, 403, 409}

    live(sit(), story)


def test_no_message_carries_the_seed_before_the_match_is_over() -> None:
    sitting = playing(length=1)
    seed = MatchSeed.objects.get(match=sitting.match).seed

    async def story(house: House) -> None:
        heard = b""
        async with house.guest("A").listen() as player, house.guest().listen() as spectator:
            over = False
            while not over:
                for seat in "AB":
                    guest = house.guest(seat)
                    view = await guest.view()
                    move = next_action(view.json)
                    if move is None:
                        continue
                    answer = await guest.act(*move)
                    over = answer.json["view"]["outcome"] is not None
                    heard += b"" if over else view.body + answer.body
            end = await house.seq()
            for client in (player, spectator):
                events = await client.until_view(end)
                *before, last = events
                assert seed not in json.dumps([e.data for e in before if e.name == "action"])
                assert last.data["dice_proof"]["seed"] == seed
        assert seed.encode() not in heard

    live(sitting, story)
