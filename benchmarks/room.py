"""A playing room at its fullest, on SQLite in one process: 300 clocks that are tapped, 20 walls, 20 overlays, and a director who
clicks at the desk. How long does each click take?

A second phone lies at every fourth table: how long after a tap does it know whose turn it is?
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import harness
from live_players import percentile

from tests.services.topology import Embedded

LIMIT_MS = 200
PHONES_MS = 1000
TAP_S = 20.0  # seconds between two taps of one clock, as players move over the board
WALL_S, OVERLAY_S, DESK_S = 4.0, 1.0, 0.5
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass
class Size:
    clocks: int
    walls: int
    overlays: int
    seconds: float


FULL, QUICK = Size(300, 20, 20, 120), Size(40, 4, 4, 12)


@dataclass
class Times:
    """Seconds: of clicks by their names, of taps, and until the second phone of a table knew."""

    clicks: dict[str, list[float]] = field(default_factory=dict)
    taps: list[float] = field(default_factory=list)
    phones: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


class Browser:
    """One connection that is kept, with cookies. A request returns status and body."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port, self._cookies = port, dict([cookie.split("=", 1)] if cookie else [])
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, body: str | None = None, **headers: str) -> tuple[int, str]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        sent = (body or "").encode()
        lines = [
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
            f"host: 127.0.0.1:{self._port}",
        ]
        lines += [f"cookie: {'; '.join(f'{k}={v}' for k, v in self._cookies.items())}"]
        lines += [f"content-length: {len(sent)}"] if body is not None else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + sent)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head.split(" ", 2)[1])
        for cookie in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;\r]*)", head):
            self._cookies[cookie[0]] = cookie[1]
        length = re.search(r"(?im)^content-length: (\d+)", head)
        if re.search(r"(?im)^transfer-encoding: chunked", head):
            text = await _chunks(reader)
        else:
            text = await reader.readexactly(int(length[1])) if length else b""
        if re.search(r"(?im)^connection: close", head):
            writer.close()
            self._streams = None
        return status, text.decode(errors="replace")


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    whole = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        whole += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return whole


class Phone:
    """A clock at a table: it taps its halves in turn, and listens to the stream as the page does."""

    def __init__(self, port: int, slip: int, code: str, times: Times) -> None:
        self._browser, self._port = Browser(port), port
        self._slip, self._code, self._times = slip, code, times
        self._number, self._csrf, self._device = 0, "", f"bench{slip}"
        self.tapped_at = 0.0

    @property
    def _log(self) -> str:
        return f"/clock/{self._code}/log/?match={self._slip}&after=0"

    async def tap_for(self, end: float, chance: random.Random) -> None:
        await asyncio.sleep(chance.uniform(0, TAP_S))
        while time.perf_counter() < end:
            await self._tap()
            await asyncio.sleep(chance.uniform(0.5, 1.5) * TAP_S)

    async def _tap(self) -> None:
        _status, text = await self._browser.ask(self._log)
        self._csrf = json.loads(text).get("csrf", self._csrf)
        self._number += 1
        seat = "BA"[self._number % 2 - 1]
        at = json.loads(text)["now"]
        tap = {
            "device": self._device,
            "n": self._number,
            "kind": "pass",
            "data": {"seat": seat},
            "at": at,
        }
        body = json.dumps({"match": self._slip, "events": [tap]})
        began = self.tapped_at = time.perf_counter()
        status, text = await self._browser.ask(
            self._log, body, content_type="application/json", x_csrftoken=self._csrf
        )
        self._times.taps.append(time.perf_counter() - began)
        if status != 200:
            self._times.refused.append(f"tap: {status} {text[:80]}")

    async def listen(self, end: float, other: Phone | None) -> None:
        """The stream of the table; with another phone's taps, how long after each of them it says something new."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(
            f"GET /live/watch/clock/{self._code} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n".encode()
        )
        serial = "0"
        while (left := end - time.perf_counter()) > 0:
            try:
                line = await asyncio.wait_for(reader.readline(), left)
            except TimeoutError:
                break
            version = (
                line.decode().strip().strip('"').split(".")
            )  # match, serial of its log, tournament
            if other and line.startswith(b"data:") and version[1:2] not in ([], [serial]):
                serial = version[1]
                if other.tapped_at:
                    self._times.phones.append(time.perf_counter() - other.tapped_at)
        writer.close()


async def ask_again(
    port: int, path: str, every_s: float, end: float, chance: random.Random
) -> None:
    """A wall or an overlay: it asks with the key of what it shows."""
    browser = Browser(port)
    _status, page = await browser.ask(path)
    key = _key(page)
    await asyncio.sleep(chance.uniform(0, every_s))
    while time.perf_counter() < end:
        _status, text = await browser.ask(f"{path}?key={key}")
        key = _key(text) or key
        await asyncio.sleep(every_s)


def _key(text: str) -> str:
    seen = re.search(r'data-key="([^"]*)"|"key": ?"([^"]*)"', text)
    return (seen[1] or seen[2]) if seen else ""


async def click(port: int, made: dict[str, Any], times: Times, end: float) -> None:
    """A director who looks around and writes: pages of the desk, the plan, a slip, a match that starts. The first round, with
    which the site warms up, does not count."""
    is_warm = False
    browser = Browser(port, made["session"])
    desk = f"/tournaments/{made['slug']}/manage"
    slips = iter(made["clocks"] * 1000)
    while time.perf_counter() < end:
        for name, path, fields in _clicks(desk, next(slips)[0]):
            token = ""
            if fields is not None:
                _status, page = await browser.ask(f"{desk}/tables/")
                token = (CSRF.search(page) or ["", ""])[1]
            body = None if fields is None else f"csrfmiddlewaretoken={token}&{fields}"
            began = time.perf_counter()
            status, text = await browser.ask(
                path, body, content_type="application/x-www-form-urlencoded"
            )
            if is_warm:
                times.clicks.setdefault(name, []).append(time.perf_counter() - began)
            if status not in (200, 302):
                times.refused.append(f"{name}: {status} {text[:80]}")
            await asyncio.sleep(DESK_S)
        is_warm = True


def _clicks(desk: str, slip: int) -> Iterator[tuple[str, str, str | None]]:
    yield "desk", f"{desk}/", None
    yield "room plan", f"{desk}/room/", None
    yield "slow matches", f"{desk}/slow/", None
    yield "match slip", f"{desk}/slips/{slip}/", None
    yield "POST: mark as started", f"{desk}/tables/", f"do=begin&slip={slip}"


async def measure(port: int, made: dict[str, Any], size: Size) -> Times:
    times, chance = Times(), random.Random(7)
    end = time.perf_counter() + size.seconds
    phones = [Phone(port, slip, code, times) for slip, code in made["clocks"]]
    work = [phone.tap_for(end, chance) for phone in phones]
    work += [phone.listen(end, None) for phone in phones]
    for place in range(0, len(phones), 4):
        slip, code = made["clocks"][place]
        work.append(Phone(port, slip, code, times).listen(end, phones[place]))
    wall = f"/tournaments/{made['slug']}/wall/"
    work += [ask_again(port, wall, WALL_S, end, chance) for _ in range(size.walls)]
    overlays = [f"/overlay/{code}/" for code in made["overlays"]]
    work += [ask_again(port, path, OVERLAY_S, end, chance) for path in overlays]
    await asyncio.gather(*work, click(port, made, times, end))
    return times


def main() -> int:
    quick = harness.asked_to_be_quick("Milliseconds of a click at the desk beside a full room.")
    size = QUICK if quick else FULL
    site = Embedded(DEMO="0")
    try:
        code = f"from benchmarks.room_tables import make; make({size.clocks}, {size.overlays})"
        made = json.loads(site.shell(code).strip().splitlines()[-1])
        times = asyncio.run(measure(site.port, made, size))
    finally:
        site.stop()
    room = f"{size.clocks} clocks, {size.walls} walls, {size.overlays} overlays"
    whole = [took for listed in times.clicks.values() for took in listed]
    for name, listed in {**times.clicks, "all clicks": whole}.items():
        value = percentile(listed, 0.99)
        harness.report(f"{room}: {name}, p99", value, "ms", peer="limit", peer_value=LIMIT_MS)
    harness.report(
        f"{room}: a tap, p99", percentile(times.taps, 0.99), "ms", peer="none", peer_value=None
    )
    if times.phones:
        harness.report(
            f"{room}: second phone knows a tap, slowest", percentile(times.phones, 1.0), "ms",
            peer="promise", peer_value=PHONES_MS,
        )  # fmt: skip
    print(
        f"{len(whole)} clicks, {len(times.taps)} taps, refused: {times.refused[:5]}",
        file=sys.stderr,
    )
    return 1 if times.refused else 0


if __name__ == "__main__":
    sys.exit(main())
