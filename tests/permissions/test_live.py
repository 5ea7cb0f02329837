"""Who may do what at the live table: every endpoint, asked with every kind of credential. A new endpoint needs a row."""

import asyncio
import json
from typing import Any

import pytest

from accounts.models import ApiToken, Scope, User
from accounts.services.access import raise_access, suspend
from accounts.services.tokens import create_token
from games.live.app import METHODS
from games.tickets import read
from tests.games.live.asgi import request, stream
from tests.games.live.house import House, in_db, live, ticket
from tests.games.services.tables import Sitting, person, playing
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db(transaction=True)
OK, NO, NOT_YOURS = 200, 401, 403

# What each may do; reviewed. Who may not play at this table has no seat there, with any ticket or token.
TABLE = {
    #                          view       stream     actions    chat
    "nothing": ((NO, NO, NO, NO), "ticket_needed"),
    "a cookie": ((NO, NO, NO, NO), "ticket_needed"),
    "a forged ticket": ((NO, NO, NO, NO), "ticket_refused"),
    "an old ticket": ((NO, NO, NO, NO), "ticket_refused"),
    "a ticket of another match": ((NOT_YOURS, NOT_YOURS, NOT_YOURS, NOT_YOURS), "wrong_match"),
    "a ticket from before the access was raised": ((NO, NO, NO, NO), "access_ended"),
    "a ticket of somebody suspended since": ((NO, NO, NO, NO), "access_ended"),
    "a ticket asked for with a token revoked since": ((NO, NO, NO, NO), "token_refused"),
    "an unknown token": ((NO, NO, NO, NO), "token_refused"),
    "a token of somebody suspended since": ((NO, NO, NO, NO), "token_refused"),
    "an anonymous ticket": ((OK, OK, NOT_YOURS, NOT_YOURS), ""),
    "a spectator's ticket": ((OK, OK, NOT_YOURS, OK), ""),
    "a director's ticket": ((OK, OK, NOT_YOURS, OK), ""),
    "a spectator's token": ((OK, OK, NOT_YOURS, OK), ""),
    "the player's token to read": ((OK, OK, NOT_YOURS, NOT_YOURS), ""),
    "a ticket asked for with a token to read": ((OK, OK, NOT_YOURS, NOT_YOURS), ""),
    "the player's token": ((OK, OK, OK, OK), ""),
    "the player's ticket": ((OK, OK, OK, OK), ""),
}
LEAVES = ("view", "stream", "actions", "chat")


def credentials(sitting: Sitting, client: Any) -> dict[str, str]:
    """One of each, as the header `Authorization` has it."""
    match, me = sitting.match, sitting.match.seats.get(seat="A").player.user
    guest, boss, raised, out = (person().user for _ in range(4))
    User.objects.filter(pk=boss.pk).update(is_staff=True)
    dead, dead_text = create_token(me, "dead")
    by_dead, by_reader = (
        client.get(f"/tickets/{match.pk}", headers={"Authorization": f"Token {text}"}).json()
        for text in (dead_text, create_token(me, "reads", [Scope.READ])[1])
    )
    fields = {
        "nothing": "",
        "a cookie": "",
        "a forged ticket": "Ticket x" + ticket(match, me, "A"),
        "an old ticket": "Ticket " + ticket(match, me, "A", expires_at=1),
        "a ticket of another match": "Ticket " + ticket(playing().match, me, "A"),
        "a ticket from before the access was raised": "Ticket " + ticket(match, raised),
        "a ticket of somebody suspended since": "Ticket " + ticket(match, out),
        "a ticket asked for with a token revoked since": "Ticket " + by_dead["ticket"],
        "an unknown token": "Token bp_unknown",
        "a token of somebody suspended since": "Token " + create_token(out, "x")[1],
        "an anonymous ticket": "Ticket " + ticket(match),
        "a spectator's ticket": "Ticket " + ticket(match, guest),
        "a director's ticket": "Ticket " + ticket(match, boss),
        "a spectator's token": "Token " + create_token(guest, "watches")[1],
        "the player's token to read": "Token " + create_token(me, "r", [Scope.READ])[1],
        "a ticket asked for with a token to read": "Ticket " + by_reader["ticket"],
        "the player's token": "Token " + create_token(me, "plays", [Scope.PLAY])[1],
        "the player's ticket": "Ticket " + ticket(match, me, "A"),
    }
    assert by_dead["seat"] == "A"
    assert by_reader["seat"] is None
    dead.delete()
    raise_access(raised)
    suspend(out, NOW)
    return fields


async def asked(house: House, leaf: str, who: str, authorization: str) -> tuple[int, str]:
    """Status and code. An action that comes too late or out of turn has passed the door: 409 counts as let in."""
    path, headers = f"/live/matches/{house.match.pk}/{leaf}", {"authorization": authorization}
    if not authorization:
        headers = {"cookie": "sessionid=whatever"} if who == "a cookie" else {}
    if leaf == "stream":
        async with stream(house.app, path, **headers) as opened:
            async with asyncio.timeout(10):
                while opened.answer is None:
                    await asyncio.sleep(0.005)
            return opened.answer.status, ""
    text = {"actions": {"kind": "take"}, "chat": {"text": "Hello"}}.get(leaf, {})
    body = json.dumps(text | {"key": f"{leaf}-{len(who)}"}).encode()
    answer = await request(house.app, METHODS[leaf], path, body, **headers)
    status = OK if answer.status == 409 else answer.status
    return status, "" if status == OK else answer.json["code"]


def test_every_endpoint_lets_in_whom_the_table_says(client: Any) -> None:
    assert set(LEAVES) == METHODS.keys(), "a new endpoint needs its column in the table"
    sitting = playing(length=3)
    stored = credentials(sitting, client)
    assert stored.keys() == TABLE.keys()
    values: dict[str, Any] = {}

    async def story(house: House) -> None:
        for who, text in stored.items():
            answers = [await asked(house, leaf, who, text) for leaf in LEAVES]
            codes = {code for _status, code in answers if code}
            statuses = tuple(status for status, _code in answers)
            values[who] = statuses, codes.pop() if len(codes) == 1 and OK not in statuses else ""

    live(sitting, story)
    assert values == TABLE


def test_no_endpoint_takes_another_method() -> None:
    sitting = playing()

    async def story(house: House) -> None:
        for leaf, method in METHODS.items():
            for other in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"} - {method}:
                path = f"/live/matches/{house.match.pk}/{leaf}"
                answer = await request(house.app, other, path, **house.guest("A").headers)
                assert answer.status == 405, (other, leaf)

    live(sitting, story)


def test_a_stream_opened_with_a_tokens_ticket_ends_with_the_token(client: Any) -> None:
    sitting = playing()
    me = sitting.match.seats.get(seat="A").player.user
    token, text = create_token(me, "bot")
    headers = {"Authorization": f"Token {text}"}
    message = client.get(f"/tickets/{sitting.match.pk}", headers=headers).json()["ticket"]
    assert read(message, 0).token_id == token.pk  # type: ignore[union-attr]

    async def story(house: House) -> None:
        path = f"/live/matches/{house.match.pk}/stream"
        async with (
            stream(house.app, path, authorization=f"Ticket {message}") as mine,
            house.guest("A").listen() as other,
        ):
            await mine.until_view(0)
            await in_db(ApiToken.objects.filter(pk=token.pk).delete)
            async with asyncio.timeout(5):
                await mine.ended.wait()
            assert not other.ended.is_set()

    live(sitting, story)
