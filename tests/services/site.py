"""`python -m tests.services site`: the production shape on this machine without containers, until Ctrl-C.

The very commands of docker/compose.yaml, on the PostgreSQL and Redis that DATABASE_URL and REDIS_URL name, else on
throwaway ones. With Caddy installed, docker/Caddyfile stands in front with TLS; else a small proxy without.
"""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tests.services import caddy, compose
from tests.services.running import free_port
from tests.services.servers import Postgres, Redis
from tests.services.topology import Processes

OWN = {"DATABASE_URL", "REDIS_URL", "TRUST_PROXY"}  # said by the shape itself


def passed() -> set[str]:
    """What of the environment is told to the processes: what the compose file tells them, and what its commands name."""
    shape = compose.read()["services"]
    text = set(shape["live"]["environment"]) - OWN
    return text | {"DEMO", "WEB_WORKERS", "WEB_THREADS", "WORKER_THREADS"}


OWN_KEY_IS_NEEDED = "SECRET_KEY is not set: data that stays needs one of its own."


def run(arguments: Sequence[str]) -> int:
    asked = _asked(arguments)
    stays = "DATABASE_URL" in os.environ
    if stays and not os.environ.get("SECRET_KEY"):
        sys.exit(OWN_KEY_IS_NEEDED)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with ExitStack() as stack:
        database_url = os.environ.get("DATABASE_URL") or stack.enter_context(Postgres()).url
        redis_url = os.environ.get("REDIS_URL") or stack.enter_context(Redis()).url
        with_tls = caddy.program() is not None and not asked.plain
        inner = free_port() if with_tls else asked.port
        own = {name: os.environ[name] for name in passed() if name in os.environ}
        if with_tls:
            own = {"SITE_URL": f"https://localhost:{asked.port}", **own}
        site = Processes(
            database_url=database_url,
            redis_url=redis_url,
            lives=asked.lives,
            port=inner,
            **{"WEB_WORKERS": "2", "LOG_FORMAT": "json", **own},
        )
        stack.callback(site.stop)
        if with_tls:
            stack.enter_context(_in_front(site, asked.port))
        _welcome(site, f"https://localhost:{asked.port}" if with_tls else site.url, stays=stays)
        ended.wait()
        print("Ending …", flush=True)
    return 0


@contextmanager
def _in_front(site: Processes, port: int) -> Iterator[None]:
    """Caddy before web and, where there are several live, before the small proxy that knows them all."""
    live = site.ports["live"] if len(site.lives) == 1 else site.proxy.port
    streams = site.ports["streams"]
    proxy = caddy.Caddy(web=site.ports["web"], live=live, streams=streams, port=port)
    try:
        yield
    finally:
        proxy.stop()


def _welcome(site: Processes, url: str, *, stays: bool) -> None:
    print(f"\n  Barpoint is at {url}   (Ctrl-C ends it)")
    for name, running in site.processes.items():
        at = f"127.0.0.1:{site.ports[name]}"
        print(f"    {name:7} {at:16} process {running.child.pid}")
    print(f"    logs    {site.folder}")
    if not stays:
        print("    PostgreSQL and Redis are throwaway ones: DATABASE_URL and REDIS_URL name yours")
    print(flush=True)


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="docker/without-containers", description=__doc__)
    parser.add_argument("--port", type=int, default=8443, help="where browsers come (8443)")
    parser.add_argument("--lives", type=int, default=1, help="how many live processes (1)")
    parser.add_argument("--plain", action="store_true", help="without Caddy and TLS")
    return parser.parse_args(arguments)
