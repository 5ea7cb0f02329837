"""Players and listeners for benchmarks/live.py: HTTP/1.1 over plain sockets, as cheap as Python allows."""

from __future__ import annotations

import asyncio
import gc
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from thinking import Think, fixed

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
SHOWN = re.compile(rb"event: (view|changes)\ndata: ([^\n]*)\n\n")
LONGEST = 64 * 1024
EVENT_ID = re.compile(rb"(?:^|\n)id: (\d+)\n")
Made = dict[str, str]


class Connection(asyncio.Protocol):
    """One keep-alive connection, one request at a time."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._waiting: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        head = self._data.find(b"\r\n\r\n")
        if head < 0 or self._waiting is None:
            return
        matched = LENGTH.search(self._data, 0, head)
        end = head + 4 + (int(matched[1]) if matched else 0)
        if len(self._data) >= end:
            answer = (int(self._data[9:12]), bytes(self._data[head + 4 : end]))
            del self._data[:end]
            waiting, self._waiting = self._waiting, None
            waiting.set_result(answer)

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionError("closed by the server"))

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        if self.transport.is_closing():
            raise ConnectionError("closed by the server")
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._waiting


class Listening(asyncio.Protocol):
    """An open event stream: notes when it saw which action. A player's keeps the last view and what changed since, as a page
    does; it reads them when it is asked."""

    def __init__(self, request: bytes, *, plays: bool = False) -> None:
        self._request, self._plays = request, plays
        self._unread = b""
        self._view: dict[str, Any] | None = None
        self.seen: dict[int, float] = {}
        self.bytes = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        now = time.perf_counter()
        for result in EVENT_ID.finditer(data):
            self.seen.setdefault(int(result[1]), now)
        if self._plays:
            self._unread = (self._unread + data)[-LONGEST:]

    def view(self) -> dict[str, Any] | None:
        """The newest view that has come whole; None after a gap."""
        end = 0
        for result in SHOWN.finditer(self._unread):
            end = result.end()
            shown = orjson.loads(result[2])
            if result[1] == b"view":
                self._view = shown
            elif self._view is not None:
                self._view = merged(self._view, shown)
        self._unread = self._unread[end:]
        return self._view


def merged(view: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any] | None:
    """The view after these changes; None when they begin elsewhere."""
    if changes["seq"] <= view["seq"]:
        return view
    return {**view, **changes} if changes["from"] == view["seq"] else None


@dataclass
class Measured:
    """What the players of a run saw; times in seconds."""

    answers: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def note_error(self, what: str) -> None:
        self.errors[what] = self.errors.get(what, 0) + 1

    @property
    def per_second(self) -> float:
        return len(self.answers) / self.seconds


def percentile(values: Iterable[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


class Table:
    """Both players of one match: who must act acts, after their thinking time."""

    def __init__(self, port: int, made: Made) -> None:
        self._port, self._made = port, made
        self._view: dict[str, Any] = {}
        self._sent: list[tuple[str, int, float]] = []
        self._number = 0

    async def sit_down(self) -> None:
        loop = asyncio.get_running_loop()
        self._by_seat: dict[str, Connection] = {}
        self._streams: dict[str, Listening] = {}
        for seat in "AB":
            _, self._by_seat[seat] = await loop.create_connection(
                Connection, "127.0.0.1", self._port
            )
            self._streams[seat] = await listen(self._port, self._made, seat, plays=True)
        self._view = await self._look("A")

    async def play(self, until: float, think_s: float | Think, measured: Measured) -> None:
        think = think_s if callable(think_s) else fixed(think_s)
        while time.perf_counter() < until and self._view["outcome"] is None:
            if pause := think():
                await asyncio.sleep(min(pause, max(0.0, until - time.perf_counter())))
                if time.perf_counter() >= until:
                    break
            await self._act(measured)
        for seat, seq, at in self._sent:
            seen = self._streams["B" if seat == "A" else "A"].seen.get(seq)
            if seen is not None:
                measured.seen.append(seen - at)
        self._sent.clear()

    async def act_once(self) -> tuple[int, float] | None:
        """One action: its seq and when it was sent, or None when it was refused."""
        before = len(self._sent)
        await self._act(Measured())
        return self._sent[-1][1:] if len(self._sent) > before else None

    def leave(self) -> None:
        for item in (*self._by_seat.values(), *self._streams.values()):
            item.transport.close()

    async def _ask(self, seat: str, asked: bytes) -> tuple[int, bytes]:
        """As a browser does: a connection that the server closed meanwhile is opened again."""
        if self._by_seat[seat].transport.is_closing():
            loop = asyncio.get_running_loop()
            _, self._by_seat[seat] = await loop.create_connection(
                Connection, "127.0.0.1", self._port
            )
        return await self._by_seat[seat].ask(asked)

    async def _act(self, measured: Measured) -> None:
        seat, kind, payload = await self._decide()
        self._number += 1
        body = {
            "kind": kind,
            "payload": payload,
            "expected_seq": self._view["seq"],
            "key": f"{self._made['match'][:8]}-{time.perf_counter_ns()}-{self._number}",
        }
        began = time.perf_counter()
        status, answer = await self._ask(
            seat, request("POST", self._made, seat, "actions", orjson.dumps(body))
        )
        if status != 200:
            measured.note_error(f"{status} {orjson.loads(answer).get('code')}")
            self._view = await self._look(seat)
            return
        measured.answers.append(time.perf_counter() - began)
        data = orjson.loads(answer)
        changed = merged(self._view, data["changes"]) if "changes" in data else data["view"]
        self._view = changed or await self._look(seat)
        self._sent.append((seat, data["actions"][0]["seq"], began))

    async def _decide(self) -> tuple[str, str, dict[str, Any]]:
        view = self._view
        is_between = view["status"] in ("joining", "break")
        seat = ("B" if view["ready"]["A"] else "A") if is_between else view["to_act"]
        if view["seat"] != seat:
            shown = self._streams[seat].view()
            is_new = shown is not None and shown["seq"] == view["seq"]
            view = self._view = shown if shown and is_new else await self._look(seat)
        if is_between:
            return seat, "ready", {}
        if view["waiting_for"] == "roll":
            return seat, "roll", {}
        return seat, "play", {"moves": first_walk(view["steps"])}

    async def _look(self, seat: str) -> dict[str, Any]:
        status, body = await self._ask(seat, request("GET", self._made, seat, "view"))
        if status != 200:
            raise RuntimeError(f"view: {status} {body[:200]!r}")
        view: dict[str, Any] = orjson.loads(body)
        return view


def first_walk(steps: dict[str, Any]) -> list[list[int]]:
    moves, node = [], steps["start"]
    while steps["nodes"][node]:
        source, target, _die, node, _hit = steps["nodes"][node][0]
        moves.append([source, target])
    return moves


def request(method: str, made: Made, who: str, leaf: str, body: bytes = b"") -> bytes:
    head = (
        f"{method} /live/matches/{made['match']}/{leaf}?changes=1 HTTP/1.1\r\nhost: bench\r\n"
        f"authorization: Ticket {made[who]}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def listen(port: int, made: Made, who: str, *, plays: bool = False) -> Listening:
    asked = request("GET", made, who, "stream")
    loop = asyncio.get_running_loop()
    _, listening = await loop.create_connection(
        lambda: Listening(asked, plays=plays), "127.0.0.1", port
    )
    return listening


async def in_turns(work: Iterable[Callable[[], Awaitable[Any]]], width: int = 50) -> list[Any]:
    """Run these, at most so many at a time."""
    gate = asyncio.Semaphore(width)

    async def run_gated(start: Callable[[], Awaitable[Any]]) -> Any:
        async with gate:
            return await start()

    return await asyncio.gather(*(run_gated(start) for start in work))


@contextmanager
def not_collecting() -> Iterator[None]:
    """Collect the players' garbage before, and not meanwhile. With 1,000 views a full collection takes 0.1 s: nobody plays then, and
    every answer that has come counts as late."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def play_all(tables: list[Table], seconds: float, think_s: float | Think) -> Measured:
    """Everybody plays for so long, and thinks so long before each action. Those who think a fixed time begin spread over it."""
    with not_collecting():
        return await _play_all(tables, seconds, think_s)


async def _play_all(tables: list[Table], seconds: float, think_s: float | Think) -> Measured:
    measured = Measured()
    began = time.perf_counter()
    until = began + seconds
    if think_s and not callable(think_s):
        spread = [think_s * index / len(tables) for index in range(len(tables))]
    else:
        spread = [0.0] * len(tables)

    async def start_later(table: Table, after: float) -> None:
        await asyncio.sleep(after)
        await table.play(until, think_s, measured)

    await asyncio.gather(*(start_later(t, s) for t, s in zip(tables, spread, strict=True)))
    measured.seconds = time.perf_counter() - began
    return measured
