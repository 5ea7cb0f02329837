"""What each cache before a visitor's standings is worth: the standings API of 1,000 players on `web` with the response
cache, with the page cache alone, and with neither (docs/adr/0015-what-stays-of-the-caches.md).

The load generator, PostgreSQL and Redis share the machine's cores with the server, and all three variants are asked in
turns: read the processor time a request and the ratios, not the rates.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import harness
from postgres_site import has_servers, postgres_site
from web_speed import CONNECTIONS, FOLDER, PACKED, fetched, load, printed_json, processor_s

from tests.services import compose
from tests.services.running import answers, free_port
from tests.services.topology import Site

VARIANTS = ("response cache", "page cache", "neither")
PLAYERS = 1_000


def main() -> int:
    quick = harness.asked_to_be_quick("a visitor's standings: What the response cache brings.")
    if not has_servers():
        return 0
    with postgres_site() as (site, _postgres):
        measure(site, seconds=2 if quick else 6, rounds=2 if quick else 3)
    return 0


def measure(site: Site, seconds: int, rounds: int) -> None:
    made = printed_json(site, f"from benchmarks.web_fields import make; make({PLAYERS}, {PLAYERS})")
    path = f"/api/v1/tournaments/{made['small']}/standings"
    ports = {name: started(site, name) for name in VARIANTS}
    etags = {name: fetched(port, path)[1] for name, port in ports.items()}
    for kind, status in (("304", "304"), ("200, gzip", "200"), ("200, plain", "200")):
        best = {name: {"rate": 0.0} for name in VARIANTS}
        for name in turns(rounds):
            asked = {"304": {"If-None-Match": etags[name]}, "200, gzip": PACKED}.get(kind, {})
            before = processor_s(site.processes[name].child.pid)
            figures = load(ports[name], path, asked, status, seconds)
            spent = processor_s(site.processes[name].child.pid) - before
            figures["server_us"] = spent / figures["rate"] / seconds * 1e6
            if figures["rate"] > best[name]["rate"]:
                best[name] = figures
        report(kind, best)


def turns(rounds: int) -> Iterator[str]:
    for _ in range(rounds):
        yield from VARIANTS


def started(site: Site, name: str) -> int:
    port = free_port()
    command = compose.command_of("web", site.env | {"WEB_PORT": str(port)})
    if name == "neither":
        command[-1:] = ["--working-dir", str(FOLDER), "web_uncached:application"]
    cached = "1" if name == "response cache" else "0"
    env = {"RESPONSE_CACHE": cached, "PYTHONPATH": str(harness.ROOT)}
    site.start(name, command, **env).wait_until(lambda: answers(port))
    return port


def report(kind: str, best: dict[str, dict[str, float]]) -> None:
    peer = best["neither"]
    for name in VARIANTS:
        for key, unit in (("rate", "1/s"), ("p99_ms", "ms"), ("server_us", "µs each")):
            harness.report(
                f"{kind}, {peer['bytes'] / 1000:.1f} kB, {CONNECTIONS} connections, {name}: {key}",
                best[name][key], unit, peer="neither", peer_value=peer[key],
            )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
