"""Clients of the crash drills: both players of a match, who write down what they sent, were told and saw.

A client without an answer sends again with the same key until there is one; a stream that breaks goes on after the last
action it showed. Some send twice, some stop for good, some never come.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from history import Ack, Sent, Watched
from live_players import first_walk

PATIENCE_S = 8.0
AGAIN_S = (0.1, 0.3)
TWICE = 0.06
AT_ONCE = 0.02
Made = dict[str, Any]
TROUBLE = (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError)


def now_ms() -> int:
    return int(time.time() * 1000)


@dataclass
class Drill:
    """What all clients share: where the doors are, how fast they think, and the history they write."""

    live_ports: list[int]
    web_port: int
    chance: random.Random
    think_s: float = 0.7
    sent: list[Sent] = field(default_factory=list)
    watched: list[Watched] = field(default_factory=list)
    acks: list[tuple[float, float, str]] = field(default_factory=list)
    """(sent, answered, door) in seconds, of each 200."""
    seen_flags: dict[str, int] = field(default_factory=dict)
    """When somebody first saw the flag of a match, ms."""
    heard: list[tuple[str, str, int, int]] = field(default_factory=list)
    """(match, seat, seq, ms) of each action that the other seat's stream showed."""
    troubles: dict[str, int] = field(default_factory=dict)
    ended: bool = False

    def note(self, trouble: str) -> None:
        self.troubles[trouble] = self.troubles.get(trouble, 0) + 1


class Door:
    """One keep-alive connection to one process, opened again when it was lost."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, headers: str, body: bytes = b"") -> tuple[int, Any]:
        """Status and JSON; one of TROUBLE when nothing, or not all of it, came back."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._ask(method, path, headers, body)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def _ask(self, method: str, path: str, headers: str, body: bytes) -> tuple[int, Any]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(_head(method, path, headers, len(body)) + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].split(b"\r\n", 1)[0] or b"-1")
        text = await self._reader.readexactly(length)
        if b"connection: close" in head:
            self.close()
        return int(head[9:12]), json.loads(text) if text[:1] in b"{[" else text


def _head(method: str, path: str, headers: str, length: int) -> bytes:
    return (
        f"{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        f"content-length: {length}\r\n{headers}\r\n\r\n"
    ).encode()


class Stream:
    """One player's event stream over all its connections."""

    def __init__(self, drill: Drill, made: Made, seat: str, port: int) -> None:
        self.drill, self.made, self.seat, self.port = drill, made, seat, port
        self.watched = Watched(made["match"], seat)
        self.outcome = False
        drill.watched.append(self.watched)

    async def run(self) -> None:
        while not (self.outcome or self.drill.ended):
            with suppress(*TROUBLE):
                await self._connect()
            await asyncio.sleep(self.drill.chance.uniform(*AGAIN_S))

    async def _connect(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        after = self.watched.seen[-1][0] if self.watched.seen else 0
        headers = f"authorization: Ticket {self.made[self.seat]}\r\nlast-event-id: {after}"
        path = f"/live/matches/{self.made['match']}/stream"
        try:
            writer.write(_head("GET", path, headers, 0))
            async with asyncio.timeout(PATIENCE_S):
                head = await reader.readuntil(b"\r\n\r\n")
            if head[9:12] != b"200":
                self.drill.note(f"stream {head[9:12].decode()}")
                return
            data = b""
            while not self.outcome:
                async with asyncio.timeout(30):  # a comment comes every fifteen
                    size = int(await reader.readuntil(b"\r\n"), 16)
                    data += (await reader.readexactly(size + 2))[:-2]
                if not size:
                    return
                *events, data = data.split(b"\n\n")
                for event in events:
                    self._heard(event)
        finally:
            writer.close()

    def _heard(self, event: bytes) -> None:
        fields = dict(line.partition(": ")[::2] for line in event.decode().splitlines())
        if fields.get("event") == "action":
            row = json.loads(fields["data"])
            self.watched.seen.append((row["seq"], row["seat"], row["kind"]))
            if row["seat"] != self.seat:
                self.drill.heard.append((self.made["match"], self.seat, row["seq"], now_ms()))
            if row["kind"] == "flag":
                self.drill.seen_flags.setdefault(self.made["match"], now_ms())
        elif fields.get("event") == "view" and '"outcome":null' not in fields["data"]:
            self.outcome = True


class Players:
    """Both seats of one match. `stops`: a seat that does nothing any more after so many of its own actions."""

    def __init__(self, drill: Drill, made: Made, *, stops: tuple[str, int] | None = None) -> None:
        self.drill, self.made, self.stops = drill, made, stops
        ports = drill.live_ports
        self.streams = {
            seat: Stream(drill, made, seat, ports[index % len(ports)])
            for index, seat in enumerate("AB")
        }
        self.live = {seat: Door(stream.port) for seat, stream in self.streams.items()}
        self.web = Door(drill.web_port) if "token_a" in made else None
        self.acted = {"A": 0, "B": 0}
        self._view: dict[str, Any] = {"outcome": None}

    async def run(self) -> None:
        """Play to the end, whatever happens in between."""
        listening = [asyncio.create_task(stream.run()) for stream in self.streams.values()]
        try:
            self._view = await self._look("A")
            while self._view["outcome"] is None and not self.drill.ended:
                chance = self.drill.chance
                await asyncio.sleep(self.drill.think_s * chance.uniform(0.5, 1.5))
                await self._act()
            async with asyncio.timeout(30):
                await asyncio.gather(*listening)
        except TimeoutError:
            self.drill.note("a stream did not hear of the end")
        finally:
            for door in self.live.values():
                door.close()
            for task in listening:
                task.cancel()

    async def _act(self) -> None:
        view = self._view
        seat = view["to_act"]
        if view["status"] in ("joining", "break"):
            seat = next((s for s in "AB" if not view["ready"][s] and not self._stopped(s)), None)
        if seat is None or self._stopped(seat):
            await asyncio.sleep(min(1.0, self.drill.think_s * 2))
            self._view = await self._look("A")
            return
        if view["seat"] != seat:
            view = self._view = await self._look(seat)
        decided = decide(view, self.drill.chance)
        if decided is None:
            await asyncio.sleep(0.1)
            self._view = await self._look(seat)
            return
        await self._send(seat, *decided, view["seq"])

    def _stopped(self, seat: str) -> bool:
        return (
            self.stops is not None and self.stops[0] == seat and self.acted[seat] >= self.stops[1]
        )

    async def _send(self, seat: str, kind: str, payload: dict[str, Any], seq: int) -> None:
        key = f"{self.drill.chance.getrandbits(60):x}"
        sent = Sent(self.made["match"], seat, key, kind, payload, now_ms())
        self.drill.sent.append(sent)
        fields = {"kind": kind, "payload": payload, "expected_seq": seq, "key": key}
        body = json.dumps(fields).encode()
        chance = self.drill.chance.random()
        if chance < AT_ONCE:  # a double click: the same on two connections at the same time
            other = Door(self.live[seat].port)
            await asyncio.gather(
                self._until_answered(sent, body), self._until_answered(sent, body, other)
            )
            other.close()
        else:
            await self._until_answered(sent, body)
            if chance < AT_ONCE + TWICE and sent.acks:
                await self._until_answered(sent, body)
        if sent.acks:
            self.acted[seat] += 1
        else:
            self._view = await self._look(seat)

    async def _until_answered(self, sent: Sent, body: bytes, door: Door | None = None) -> None:
        while not self.drill.ended:
            by_web = self.web is not None and door is None and sent.tries % 2 == 0
            sent.tries += 1
            began = time.time()
            try:
                status, text = await self._post(sent, body, by_web=by_web, door=door)
            except TROUBLE:
                self.drill.note("no answer")
                await asyncio.sleep(self.drill.chance.uniform(*AGAIN_S))
                continue
            if status == 200:
                self._acknowledged(sent, text, began, "web" if by_web else "live")
                return
            self.drill.note(f"{status} {text.get('code')}")
            if status < 500 and status != 429:
                sent.refused = text["code"]
                return
            await asyncio.sleep(self.drill.chance.uniform(*AGAIN_S))

    async def _post(
        self, sent: Sent, body: bytes, *, by_web: bool, door: Door | None
    ) -> tuple[int, Any]:
        if by_web and self.web is not None:
            headers = f"authorization: Token {self.made[f'token_{sent.seat.lower()}']}"
            path = f"/api/v1/matches/{sent.match}/actions"
            return await self.web.ask("POST", path, headers, body)
        headers = f"authorization: Ticket {self.made[sent.seat]}"
        path = f"/live/matches/{sent.match}/actions"
        return await (door or self.live[sent.seat]).ask("POST", path, headers, body)

    def _acknowledged(self, sent: Sent, answer: dict[str, Any], began: float, door: str) -> None:
        ended = time.time()
        row = answer["actions"][0]
        text = Ack(answer["seq"], row["kind"], row["payload"], int(began * 1000), int(ended * 1000))
        sent.acks.append(text)
        self.drill.acks.append((began, ended, door))
        if answer["view"]["seq"] >= self._view.get("seq", 0):
            self._view = answer["view"]

    async def _look(self, seat: str) -> dict[str, Any]:
        headers = f"authorization: Ticket {self.made[seat]}"
        path = f"/live/matches/{self.made['match']}/view"
        while not self.drill.ended:
            with suppress(*TROUBLE):
                status, view = await self.live[seat].ask("GET", path, headers)
                if status == 200:
                    return dict(view)
                self.drill.note(f"view {status} {view.get('code')}")
            await asyncio.sleep(self.drill.chance.uniform(*AGAIN_S))
        return self._view


def decide(view: dict[str, Any], chance: random.Random) -> tuple[str, dict[str, Any]] | None:
    """What the player of this view does now: mostly the first legal thing, now and then the cube."""
    seat = view["seat"]
    if view["status"] in ("joining", "break"):
        return None if view["ready"][seat] else ("ready", {})
    if view["to_act"] != seat:
        return None
    match view["waiting_for"]:
        case "play":
            return "play", {"moves": first_walk(view["steps"])}
        case "answer_double":
            return ("take" if chance.random() < 0.6 else "drop"), {}
        case "roll":
            may_double = view["may"].get("double", ["no"]) is None
            return ("double" if may_double and chance.random() < 0.05 else "roll"), {}
    return None
