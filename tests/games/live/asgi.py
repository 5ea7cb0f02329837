"""An ASGI client in the same process: one request, or an event stream read event by event."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

App = Callable[..., Awaitable[None]]


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Event:
    """One server-sent event; a comment has the name "". `text_id` is its id where that is no number."""

    name: str
    id: int | None
    data: Any
    text_id: str = ""


def scope(method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in headers.items()],
    }


async def request(app: App, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
    sent: list[dict[str, Any]] = []
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope(method, path, headers), receive, send)
    head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], head, b"".join(m.get("body", b"") for m in sent[1:]))


class Stream:
    """A listening client. `stalled` makes it stop reading, as a phone in a tunnel does."""

    def __init__(self) -> None:
        self.answer: Answer | None = None
        self.stalled = asyncio.Event()
        self.stalled.set()
        self.hang_up = asyncio.Event()
        self.ended = asyncio.Event()
        self._text = b""
        self._news = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        waits = [asyncio.create_task(e.wait()) for e in (self.hang_up, self.ended)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            head = {name.decode(): value.decode() for name, value in message["headers"]}
            self.answer = Answer(message["status"], head, b"")
            return
        await self.stalled.wait()
        self._text += message.get("body", b"")
        self._news.set()
        if not message.get("more_body"):
            self.ended.set()

    def stall(self) -> None:
        self.stalled.clear()

    def go_on(self) -> None:
        self.stalled.set()

    async def event(self, timeout: float = 5.0) -> Event:
        """The next event other than a comment."""
        async with asyncio.timeout(timeout):
            while b"\n\n" not in self._text:
                self._news.clear()
                await self._news.wait()
        text, _, self._text = self._text.partition(b"\n\n")
        if text.startswith(b":"):
            return await self.event(timeout)
        fields = dict(line.split(": ", 1) for line in text.decode().split("\n"))
        text_id = fields.get("id", "")
        number = int(text_id) if text_id.isdigit() else None
        return Event(fields["event"], number, json.loads(fields["data"]), text_id)

    async def until_view(self, seq: int, timeout: float = 5.0) -> list[Event]:
        """Everything up to the view at (or after) this seq."""
        events: list[Event] = []
        async with asyncio.timeout(timeout):
            while True:
                events.append(await self.event(timeout))
                if events[-1].name == "view" and events[-1].data["seq"] >= seq:
                    return events


def action_ids(events: list[Event]) -> list[int | None]:
    return [event.id for event in events if event.name == "action"]


@asynccontextmanager
async def stream(app: App, path: str, **headers: str) -> AsyncIterator[Stream]:
    """An open stream that hangs up at the end."""
    client = Stream()
    task = asyncio.create_task(app(scope("GET", path, headers), client.receive, client.send))
    try:
        yield client
    finally:
        client.hang_up.set()
        client.go_on()
        await task
