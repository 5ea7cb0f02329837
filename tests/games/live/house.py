"""The real live application on the test database, in this process: started, used and stopped in one loop."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from time import time
from typing import Any, ParamSpec, TypeVar

from django.db import connections

from accounts.models import User
from games.live.app import LiveApplication
from games.live.table import LiveTable
from games.models import Match
from games.tickets import Ticket, issue
from tests.games.live.asgi import Answer, Stream, request, stream
from tests.games.services.tables import Sitting

P = ParamSpec("P")
R = TypeVar("R")
_keys = count(1)


async def in_db(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What another process would do: in a thread and a connection of its own."""

    def work() -> R:
        try:
            return call(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.to_thread(work)


def ticket(match: Match, user: User | None = None, seat: str | None = None, **other: Any) -> str:
    claims = {
        "match_id": match.pk,
        "user_id": user and user.pk,
        "seat": seat,
        "access_version": user.access_version if user else 0,
        "expires_at": int(time() * 1000) + 600_000,
    }
    return issue(Ticket(**(claims | other)))


@dataclass
class Guest:
    """Somebody with a ticket (or a token) for one match."""

    app: LiveApplication
    match: Match
    authorization: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": self.authorization}

    def path(self, leaf: str) -> str:
        return f"/live/matches/{self.match.pk}/{leaf}"

    async def act(self, kind: str, payload: Any = None, **more: Any) -> Answer:
        body = {"kind": kind, "payload": payload or {}, "key": f"k{next(_keys)}", **more}
        return await self.post(json.dumps(body).encode())

    async def post(self, body: bytes) -> Answer:
        return await request(self.app, "POST", self.path("actions"), body, **self.headers)

    async def view(self) -> Answer:
        return await request(self.app, "GET", self.path("view"), **self.headers)

    def listen(self, after: int = 0) -> AbstractAsyncContextManager[Stream]:
        headers = {**self.headers, "last-event-id": str(after)}
        return stream(self.app, self.path("stream"), **headers)


class House:
    """One running live application and the guests of one match."""

    def __init__(self, app: LiveApplication, sitting: Sitting, users: dict[str, User]) -> None:
        self.app, self.sitting, self.users = app, sitting, users
        self.match = sitting.match

    @property
    def table(self) -> LiveTable:
        assert self.app.table is not None
        return self.app.table

    def guest(self, seat: str | None = None, **other: Any) -> Guest:
        text = ticket(self.match, self.users[seat] if seat else None, seat, **other)
        return Guest(self.app, self.match, f"Ticket {text}")

    async def play(self, steps: int = 1) -> None:
        """Legal steps by the player who must act, through the application; the seq is what the view says."""
        for _ in range(steps):
            for seat in "AB":
                guest = self.guest(seat)
                move = next_action((await guest.view()).json)
                if move is not None:
                    answer = await guest.act(*move)
                    assert answer.status == 200, answer.body
                    break

    async def seq(self) -> int:
        return int((await self.guest().view()).json["seq"])


def next_action(view: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """What the viewer of this view must do now, the first legal way; None when it is not their turn."""
    seat = view["seat"]
    if view["status"] in ("joining", "break") and not view["ready"][seat]:
        return "ready", {}
    if view["to_act"] != seat:
        return None
    match view["waiting_for"]:
        case "play":
            return "play", {"moves": first_walk(view["steps"])}
        case "answer_double":
            return "take", {}
        case "roll":
            return "roll", {}
    return None


def first_walk(steps: dict[str, Any]) -> list[list[int]]:
    moves, node = [], steps["start"]
    while steps["nodes"][node]:
        source, target, _die, node, _hit = steps["nodes"][node][0]
        moves.append([source, target])
    return moves


@asynccontextmanager
async def running(app: LiveApplication) -> AsyncIterator[LiveApplication]:
    """The server's side of the lifespan protocol."""
    inbox: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    outbox: asyncio.Queue[Any] = asyncio.Queue()
    task = asyncio.create_task(app({"type": "lifespan"}, inbox.get, outbox.put))
    await inbox.put({"type": "lifespan.startup"})
    assert (await outbox.get())["type"] == "lifespan.startup.complete"
    try:
        yield app
    finally:
        await inbox.put({"type": "lifespan.shutdown"})
        assert (await outbox.get())["type"] == "lifespan.shutdown.complete"
        await task


Story = Callable[[House], Awaitable[None]]


def live(sitting: Sitting, story: Story) -> None:
    """Run a story in a house around this match."""
    users = {seat.seat: seat.player.user for seat in sitting.match.seats.all()}

    async def main() -> None:
        async with asyncio.timeout(60), running(LiveApplication()) as app:
            await story(House(app, sitting, users))

    asyncio.run(main())
