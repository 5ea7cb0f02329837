"""What readers of public pages cost, and what could take it over: a second web process, a replica of PostgreSQL, a cache in front.

32 connections without a session ask for one page over and over, of `web` as docker/compose.yaml starts it, with PostgreSQL beside it. The load
generator shares the cores with the servers, so read the processor time of each request. What PostgreSQL spends on public pages is the most
that a replica could take from it. The cache in front is nginx, which keeps an answer for one second, as a CDN can. It is put before what carries no
cookie: the API, embeds and files. Pages carry a token of their own for each visitor, so no cache may share them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import harness
from postgres_site import has_servers, postgres_site
from web_speed import CONNECTIONS, load, printed_json, processor_s

from tests.services import compose
from tests.services.running import Running, answers, free_port
from tests.services.servers import Postgres
from tests.services.topology import Site

PLAYERS = 1_000
LANGUAGE = {"Accept-Language": "en"}
NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  keepalive_requests 10000000;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  proxy_cache_path {folder}/cache keys_zone=public:10m;
  upstream web {{ server 127.0.0.1:{web}; keepalive 32; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://web;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_cache public;
      proxy_cache_key "$request_uri $http_accept_language $cookie_django_language";
      proxy_cache_valid 200 1s;
      proxy_cache_lock on;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
      proxy_ignore_headers Cache-Control Vary;
      proxy_cache_bypass $cookie_sessionid $http_authorization;
      proxy_no_cache $cookie_sessionid $http_authorization $sent_http_set_cookie;
    }}
  }}
}}
"""


def main() -> int:
    quick = harness.asked_to_be_quick("What readers of public pages cost.")
    if not has_servers():
        return 0
    with postgres_site() as (site, postgres):
        measure(site, postgres, seconds=3 if quick else 10)
    return 0


def measure(site: Site, postgres: Postgres, seconds: int) -> None:
    made = printed_json(site, f"from benchmarks.web_fields import make; make({PLAYERS}, {PLAYERS})")
    tournament = f"/tournaments/{made['small']}/"
    pages = {
        "front page": "/",
        "tournament page": tournament,
        f"standings of {PLAYERS:,}": f"{tournament}standings/",
        "page of a player": f"/players/{made['player']}/",
    }
    shared = {
        f"standings of {PLAYERS:,} by the API": f"/api/v1{tournament}standings",
        "embedded standings": f"/embed{tournament}standings/",
        "the bracket by the API": f"/api/v1{tournament}bracket",
    }
    ports = {}
    for workers in (1, 2):
        ports[workers] = free_port()
        values = site.env | {"WEB_PORT": str(ports[workers]), "WEB_WORKERS": str(workers)}
        web = site.start(f"web-{workers}", compose.command_of("web", values))
        web.wait_until(lambda port=ports[workers]: answers(port))
    with nginx(ports[2]) as (proxy, front):
        for title, path in (pages | shared).items():
            alone: dict[str, float] = {}
            ways = [("one worker", ports[1], 1), ("two workers", ports[2], 2)]
            if proxy is not None and title in shared:
                ways.append(("two workers, cache in front", front, 2))
            for way, port, workers in ways:
                web = site.processes[f"web-{workers}"]
                parts = {"web": web, "PostgreSQL": postgres.process}
                parts |= {"nginx": proxy} if proxy is not None and port == front else {}
                figures = asked(port, path, parts, seconds)
                alone = alone or figures
                report(title, way, figures, alone)


@contextmanager
def nginx(web: int) -> Iterator[tuple[Running | None, int]]:
    program = shutil.which("nginx")
    if program is None:
        print("nginx is not installed: a cache in front was not measured.", file=sys.stderr)
        yield None, 0
        return
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, web=web, port=port))
        command = [program, "-p", name, "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
        running = Running("nginx", command, log=folder / "nginx.log")
        running.wait_until(lambda: answers(port))
        try:
            yield running, port
        finally:
            running.stop()


def asked(port: int, path: str, parts: dict[str, Running], seconds: int) -> dict[str, float]:
    """Answers a second, their p99 in ms, and the processor time of each part in µs an answer."""
    load(port, path, LANGUAGE, "200", 5)  # until each worker has it at hand
    before = {name: processor_s(part.child.pid) for name, part in parts.items()}
    figures = load(port, path, LANGUAGE, "200", seconds)
    answers_given = figures["rate"] * seconds
    for name, part in parts.items():
        figures[name] = (processor_s(part.child.pid) - before[name]) / answers_given * 1e6
    return figures


def report(title: str, way: str, figures: dict[str, float], alone: dict[str, float]) -> None:
    size = f"{title}, {figures['bytes'] / 1000:.0f} kB, {CONNECTIONS} connections, {way}"
    for key, unit in (("rate", "1/s"), ("p99_ms", "ms")):
        harness.report(
            f"{size}: {key}", figures[key], unit, peer="one worker", peer_value=alone[key]
        )
    for name in ("web", "PostgreSQL", "nginx"):
        if name in figures:
            peer = "web, one worker"
            harness.report(
                f"{size}: processor of {name}",
                figures[name],
                "µs each",
                peer=peer,
                peer_value=alone["web"],
            )


if __name__ == "__main__":
    sys.exit(main())
