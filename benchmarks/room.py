"""A playing room at its fullest, on SQLite in one process: 300 clocks that are tapped, 20 walls, 20 overlays, and a director who
clicks at the desk. How long does each click take?

A second phone lies at every fourth table: how long after a tap does it know whose turn it is?
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import harness
from live_players import percentile
from process_figures import family, processor_s, used_s

from tests.services.topology import Embedded

LIMIT_MS = 200
PHONES_MS = 1000
TAP_S = 20.0  # seconds between two taps of one clock, as players move over the board
REST_S, FRESH_S = 30.0, 60.0  # how the page of a clock asks (static/js/tableclock/sync.js)
OPENED_S = 10.0  # within which all phones open the page of their clock
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
    asked: int = 0  # how often phones asked for their log without a tap


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
    """A clock at a table, as its page asks (static/js/tableclock/sync.js): it taps its halves in turn, listens to the stream, and asks
    when that names a version that it has not got, else every half minute. One request at a time."""

    def __init__(self, port: int, slip: int, code: str, times: Times) -> None:
        self._browser, self._port = Browser(port), port
        self._slip, self._code, self._times = slip, code, times
        self._number, self._csrf, self._device = 0, "", f"bench{secrets.token_hex(4)}"
        self._key, self._serial = "", 0
        self._asked_at = self._learned_at = 0.0
        self._busy = asyncio.Lock()
        self.tapped_at = 0.0
        self.asked = 0

    async def tap_for(self, end: float, chance: random.Random) -> None:
        await asyncio.sleep(chance.uniform(0, TAP_S))
        while time.perf_counter() < end:
            await self._tap()
            await asyncio.sleep(chance.uniform(0.5, 1.5) * TAP_S)

    async def listen(self, end: float, chance: random.Random, other: Phone | None = None) -> None:
        """The page until `end`. With another phone's taps: how long after each of them this one has the log with it."""
        await asyncio.sleep(chance.uniform(0, OPENED_S))
        await self._ask(None)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(
            f"GET /live/watch/clock/{self._code} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n".encode()
        )
        while (left := end - time.perf_counter()) > 0:
            due = max(0.01, self._asked_at + REST_S - time.perf_counter())
            try:
                line = await asyncio.wait_for(reader.readline(), min(left, due))
            except TimeoutError:
                if time.perf_counter() - self._asked_at >= REST_S:
                    await self._ask(None)
                continue
            if line.startswith(b"data:"):
                news = json.loads(line[5:])
                if isinstance(news, dict):
                    self._follow(news, other)
                else:
                    await self._ask(other, news)
        writer.close()

    def _follow(self, change: dict[str, Any], other: Phone | None) -> None:
        """What another phone has tapped, if it follows on what this one has."""
        match, serial = [*self._key.split("."), "", ""][:2]
        if (
            match == str(change["match"]["slip"])
            and change["after"] <= int(serial) < change["serial"]
        ):
            self._key, self._serial = change["key"], change["serial"]
            if other and other.tapped_at:
                self._times.phones.append(time.perf_counter() - other.tapped_at)

    async def _ask(self, other: Phone | None, heard: str | None = None) -> None:
        """Ask, unless the answer to a tap that was on the way has brought what the stream named."""
        async with self._busy:
            if self._key == heard:
                return
            before = self._serial
            await self._request()
        if other and other.tapped_at and self._serial != before:
            self._times.phones.append(time.perf_counter() - other.tapped_at)

    async def _tap(self) -> None:
        async with self._busy:
            if time.perf_counter() - self._learned_at > FRESH_S:
                await self._request()
            self._number += 1
            tap = {
                "device": self._device,
                "n": self._number,
                "kind": "pass",
                "data": {"seat": "BA"[self._number % 2 - 1]},
                "at": int(time.time() * 1000),
            }
            began = self.tapped_at = time.perf_counter()
            await self._request({"match": self._slip, "events": [tap]})
            self._times.taps.append(time.perf_counter() - began)

    async def _request(self, body: dict[str, Any] | None = None) -> None:
        path = f"/clock/{self._code}/log/?match={self._slip}&after={self._serial}"
        self._asked_at = time.perf_counter()
        if body is None:
            self.asked += 1
            status, text = await self._browser.ask(f"{path}&key={self._key}")
        else:
            status, text = await self._browser.ask(
                path, json.dumps(body), content_type="application/json", x_csrftoken=self._csrf
            )
        if status != 200:
            self._times.refused.append(f"{'log' if body is None else 'tap'}: {status} {text[:80]}")
            return
        answer = json.loads(text)
        self._learned_at = time.perf_counter()
        self._key = answer.get("key", self._key)
        self._csrf = answer.get("csrf", self._csrf)
        self._serial = answer.get("serial", self._serial)


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
        token = ""
        for name, path, fields in _clicks(desk, next(slips)[0]):
            body = None if fields is None else f"csrfmiddlewaretoken={token}&{fields}"
            began = time.perf_counter()
            status, text = await browser.ask(
                path, body, content_type="application/x-www-form-urlencoded"
            )
            if is_warm:
                times.clicks.setdefault(name, []).append(time.perf_counter() - began)
            if status not in (200, 302):
                times.refused.append(f"{name}: {status} {text[:80]}")
            token = (CSRF.search(text) or ["", ""])[1]
            await asyncio.sleep(DESK_S)
        is_warm = True


def _clicks(desk: str, slip: int) -> Iterator[tuple[str, str, str | None]]:
    yield "desk", f"{desk}/", None
    yield "room plan", f"{desk}/room/", None
    yield "slow matches", f"{desk}/slow/", None
    yield "match slip", f"{desk}/slips/{slip}/", None
    yield "page of tables", f"{desk}/tables/", None
    yield "POST: mark as started", f"{desk}/tables/", f"do=begin&slip={slip}"


async def measure(port: int, made: dict[str, Any], size: Size) -> Times:
    times, chance = Times(), random.Random(7)
    end = time.perf_counter() + size.seconds
    phones = [Phone(port, slip, code, times) for slip, code in made["clocks"]]
    work = [phone.tap_for(end, chance) for phone in phones]
    work += [phone.listen(end, chance) for phone in phones]
    for place in range(0, len(made["clocks"]), 4):
        slip, code = made["clocks"][place]
        second = Phone(port, slip, code, times)
        work.append(second.listen(end, chance, phones[place]))
        phones.append(second)
    wall = f"/tournaments/{made['slug']}/wall/"
    work += [ask_again(port, wall, WALL_S, end, chance) for _ in range(size.walls)]
    overlays = [f"/overlay/{code}/" for code in made["overlays"]]
    work += [ask_again(port, path, OVERLAY_S, end, chance) for path in overlays]
    await asyncio.gather(*work, click(port, made, times, end))
    times.asked = sum(phone.asked for phone in phones)
    return times


def _processor_s(site: Embedded) -> dict[str, dict[int, float]]:
    """The seconds that the site and these clients have used of the processors so far, by process."""
    of_site = family(site.processes["site"].child.pid)
    return {"site": processor_s(of_site), "clients": processor_s([os.getpid()])}


def _shares(
    before: dict[str, dict[int, float]], after: dict[str, dict[int, float]], seconds: float
) -> dict[str, float]:
    """In percent of what all cores together have: where it comes near 100, the machine sets the limit and not the site."""
    cores = os.cpu_count() or 1
    return {
        f"processor time of the {name}": 100 * used_s(before[name], after[name]) / seconds / cores
        for name in after
    }


def main() -> int:
    quick = harness.asked_to_be_quick("Milliseconds of a click at the desk beside a full room.")
    size = QUICK if quick else FULL
    site = Embedded(DEMO="0")
    try:
        code = f"from benchmarks.room_tables import make; make({size.clocks}, {size.overlays})"
        made = json.loads(site.shell(code).strip().splitlines()[-1])
        before, began = _processor_s(site), time.perf_counter()
        times = asyncio.run(measure(site.port, made, size))
        shares = _shares(before, _processor_s(site), time.perf_counter() - began)
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
    for name, share in shares.items():
        harness.report(
            f"{room}: {name}, of all cores", share, "%", peer="all cores", peer_value=100.0
        )
    print(
        f"{len(whole)} clicks, {len(times.taps)} taps, {times.asked} requests for logs, refused: {times.refused[:5]}",
        file=sys.stderr,
    )
    return 1 if times.refused else 0


if __name__ == "__main__":
    sys.exit(main())
