"""Guests who chat: say something at the live table, and wait for what the stream tells of it."""

import asyncio
import json
from itertools import count
from typing import Any

from accounts.models import User
from accounts.services.logins import create_login
from tests.games.live.asgi import Answer, Stream, request
from tests.games.live.house import Guest, House, ticket

_keys = count(1)


def watcher(name: str, **facts: Any) -> User:
    """Somebody with a login and no seat."""
    user = create_login(name, f"{name}@example.org", "a long pass phrase", name=name.capitalize())
    User.objects.filter(pk=user.pk).update(**facts)
    user.refresh_from_db()
    return user


def guest_of(house: House, user: User) -> Guest:
    """A logged-in spectator."""
    return Guest(house.app, house.match, f"Ticket {ticket(house.match, user)}")


async def say(guest: Guest, text: str = "", **more: Any) -> Answer:
    message = {"text": text} if text else {}
    body = {"key": f"line-{next(_keys)}", **message, **more}
    return await post(guest, json.dumps(body).encode())


async def post(guest: Guest, body: bytes) -> Answer:
    return await request(guest.app, "POST", guest.path("chat"), body, **guest.headers)


async def heard(client: Stream, name: str = "chat", timeout: float = 4.0) -> Any:
    """What the next event of this name says."""
    async with asyncio.timeout(timeout):
        while True:
            event = await client.event(timeout)
            if event.name == name:
                assert event.id is None
                return event.data


async def silent(client: Stream, seconds: float = 1.4) -> bool:
    """Whether no chat is heard for so long, which is longer than the question each second takes."""
    try:
        await heard(client, timeout=seconds)
    except TimeoutError:
        return True
    return False


def texts(data: dict[str, Any]) -> list[str]:
    return [line["text"] or line["phrase"] for line in data["lines"]]
