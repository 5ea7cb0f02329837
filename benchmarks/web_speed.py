"""Pages and the standings API on `web` as docker/compose.yaml starts it, with an event of 10,000 players stored.

The load generator, PostgreSQL and Redis share this machine's cores with the server: hold on to the ratios. The peer is a
bare WSGI application with the same bytes under the same command; both are asked in turns.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import harness
from postgres_site import has_servers, postgres_site
from web_pages import addresses

from tests.services import compose
from tests.services.running import answers, free_port
from tests.services.topology import Site

FOLDER = Path(__file__).parent
LIMIT_304, LIMIT_200, LIMIT_MS, LIMIT_QUERIES = 8000, 5000, 50, 12
CONNECTIONS = 32
PACKED = {"Accept-Encoding": "gzip"}


def main() -> int:
    quick = harness.asked_to_be_quick(
        "Standings a second, and how long the first page of each takes."
    )
    if not has_servers():
        return 0
    port = free_port()
    with postgres_site(WEB_PORT=str(port)) as (site, _postgres):
        measure(site, port, quick)
    return 0


def measure(site: Site, port: int, quick: bool) -> None:
    big = 2_000 if quick else 10_000
    made = printed_json(site, f"from benchmarks.web_fields import make; make(big={big})")
    site.start("web", compose.command_of("web", site.env)).wait_until(lambda: answers(port))
    standings(site, port, f"/api/v1/tournaments/{made['small']}/standings", 1 if quick else 5)
    counted = printed_json(site, f"from benchmarks.web_pages import queries; queries({made!r})")
    pages(port, made, counted, 10 if quick else 60, big)


def printed_json(site: Site, code: str) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(site.shell(code).splitlines()[-1])
    return printed


def standings(site: Site, port: int, path: str, seconds: int) -> None:
    """Each way of asking: ours and the bare peer in turns, the best of three."""
    body, etag = fetched(port, path)
    for name, asked, sent, status, limit in (
        ("304", {"If-None-Match": etag}, body, "304", LIMIT_304),
        ("200, gzip", PACKED, gzip.compress(body, 6), "200", LIMIT_200),
        ("200, plain", {}, body, "200", LIMIT_200),
    ):
        bare = bare_peer(site, sent)
        ours: dict[str, float] = {"rate": 0}
        peer: dict[str, float] = {"rate": 0}
        for _ in range(3):
            for best, server, at in ((ours, "web", port), (peer, "bare", bare)):
                before = processor_s(site.processes[server].child.pid)
                item = load(at, path, asked, status, seconds)
                spent = processor_s(site.processes[server].child.pid) - before
                if item["rate"] > best["rate"]:
                    best.update(item, server_us=spent / item["rate"] / seconds * 1e6)
        site.kill("bare")
        title = f"standings of 1,000, {name}, {ours['bytes'] / 1000:.1f} kB"
        rate = ours["rate"]
        harness.report(title, rate, "1/s", peer=f"limit {limit}/s", peer_value=limit)
        harness.report(title, rate, "1/s", peer="bare WSGI, same bytes", peer_value=peer["rate"])
        harness.report(
            f"{title}: p99", ours["p99_ms"], "ms", peer="bare WSGI", peer_value=peer["p99_ms"]
        )
        us, bare_us = ours["server_us"], peer["server_us"]
        title = f"{title}: of the server's processor"
        harness.report(title, us, "µs each", peer="bare WSGI", peer_value=bare_us)
        share = ours["processor_share"]
        harness.report(f"{name}: of a core to ask", share, "cores", peer="-", peer_value=None)


def processor_s(pid: int) -> float:
    """Spent so far by a process and its children: says more than rates do where others share the cores."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_s(int(child)) for child in children)


def bare_peer(site: Site, body: bytes) -> int:
    port = free_port()
    file = site.folder / "bare.body"
    file.write_bytes(body)
    command = compose.command_of("web", site.env | {"WEB_PORT": str(port)})
    command[-1:] = ["--working-dir", str(FOLDER), "web_bare:application"]
    site.env["BARE_BODY"] = str(file)
    site.start("bare", command).wait_until(lambda: answers(port))
    time.sleep(0.5)
    return port


def fetched(port: int, path: str) -> tuple[bytes, str]:
    """The body and its ETag; asked until every worker has it at hand."""
    for _ in range(20):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("GET", path)
        answer = line.getresponse()
        body = answer.read()
        line.close()
    return body, answer.headers["ETag"]


def load(
    port: int, path: str, headers: Mapping[str, str], status: str, seconds: int
) -> dict[str, float]:
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Accept: */*"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    request = "\r\n".join([*lines, "", ""]).encode()
    command = [sys.executable, str(FOLDER / "web_load.py"), str(port), str(CONNECTIONS)]
    done = subprocess.run(
        [*command, str(seconds), status], input=request, capture_output=True, check=True
    )
    data: dict[str, float] = json.loads(done.stdout)
    if data["bad"]:
        raise RuntimeError(f"{data['bad']} answers were not {status}")
    return data


def pages(
    port: int, made: Mapping[str, Any], counted: Mapping[str, int], times: int, big: int
) -> None:
    """Every page by itself on one connection, as somebody who comes by would ask."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    worst = (0.0, "")
    for address in addresses(made):
        for _ in range(6):  # until each worker has drawn it once
            seconds(line, address)
        took = sorted(seconds(line, address) for _ in range(times))
        p95 = took[int(times * 0.95)] * 1000
        worst = max(worst, (p95, address))
        harness.report(address, p95, "ms p95", peer=f"limit {LIMIT_MS} ms", peer_value=LIMIT_MS)
    many = max(counted.items(), key=lambda item: item[1])
    harness.report(
        f"slowest public page with {big} players stored: {worst[1]}",
        worst[0],
        "ms p95",
        peer=f"limit {LIMIT_MS} ms",
        peer_value=LIMIT_MS,
    )
    harness.report(
        f"most queries of a public page: {many[0]}",
        many[1],
        "queries",
        peer=f"limit {LIMIT_QUERIES}",
        peer_value=LIMIT_QUERIES,
    )


def seconds(line: http.client.HTTPConnection, address: str) -> float:
    begun = time.perf_counter()
    try:
        line.request("GET", address)
        answer = line.getresponse()
    except (http.client.HTTPException, OSError):  # the server closed what was idle
        with suppress(OSError):
            line.close()
        return seconds(line, address)
    answer.read()
    if answer.status >= 400:
        raise RuntimeError(f"{address} is answered {answer.status}")
    return time.perf_counter() - begun


if __name__ == "__main__":
    sys.exit(main())
