"""What the scripts here that measure a site on PostgreSQL and Redis begin with."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import harness  # noqa: F401  # makes the project importable

from tests.services import installed, servers
from tests.services.servers import Postgres, Redis
from tests.services.topology import Site


def has_servers() -> bool:
    """Can PostgreSQL and Redis be started? Says on standard error where not."""
    if installed.postgres() and installed.redis():
        return True
    print("PostgreSQL and Redis are not installed: nothing was measured.", file=sys.stderr)
    return False


def asked_shapes(
    purpose: str | None, shapes: Iterable[str], *, quick: str
) -> tuple[bool, list[str]]:
    """What the command line asks for: `--quick`, and all of these shapes or the one of `--shape`. PostgreSQL is left out where it cannot
    be started."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--shape", choices=list(shapes), help="this one alone")
    options = parser.parse_args()
    wanted = [options.shape] if options.shape else list(shapes)
    if "PostgreSQL" in wanted and not has_servers():
        wanted.remove("PostgreSQL")
    return options.quick, wanted


@contextmanager
def postgres_site(**env: str) -> Iterator[tuple[Site, Postgres]]:
    """A migrated site without processes, and its PostgreSQL, which writes as safely as in production. Both end with the block."""
    servers.POSTGRES_OPTIONS.update(fsync="on", full_page_writes="on")
    with Postgres() as postgres, Redis() as redis:
        database = postgres.create_database("bench")
        site = Site(DATABASE_URL=database, REDIS_URL=redis.url, BIND="127.0.0.1", **env)
        try:
            site.manage("migrate", "--noinput")
            yield site, postgres
        finally:
            site.stop()
