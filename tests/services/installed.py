"""What is installed on this machine, and how to install the rest (Debian and Ubuntu, as root)."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from glob import glob
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Service:
    """Something the tests start or call; `find` gives its program or None."""

    name: str
    package: str
    find: Callable[[], str | None]


def _first(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def postgres() -> str | None:
    """The newest `postgres`; as root the account of that name is needed too, it refuses to be root."""
    if os.geteuid() == 0 and not _account("postgres"):
        return None
    result = sorted(glob("/usr/lib/postgresql/*/bin/postgres"), key=lambda path: path.split("/")[4])
    return result[-1] if result else _first("postgres")


def _account(name: str) -> bool:
    lines = Path("/etc/passwd").read_text().splitlines()
    return any(line.startswith(f"{name}:") for line in lines)


def redis() -> str | None:
    """REDIS_SERVER names another program than the first that is here, such as valkey-server."""
    if chosen := os.environ.get("REDIS_SERVER"):
        return _first(chosen)
    return _first("redis-server", "valkey-server")


def chromium() -> str | None:
    return _first("chromium", "chromium-browser", "google-chrome")


def gettext() -> str | None:
    return _first("xgettext")


def node() -> str | None:
    return _first("node", "nodejs")


def npm() -> str | None:
    return _first("npm")


SERVICES = {
    "postgres": Service("PostgreSQL", "postgresql", postgres),
    "redis": Service("Redis", "redis-server", redis),
    "chromium": Service("Chromium", "chromium", chromium),
    "gettext": Service("gettext", "gettext", gettext),
    "node": Service("Node.js", "nodejs", node),
    "npm": Service("npm", "npm", npm),
}


def missing(*keys: str) -> list[Service]:
    """Those of the services named, or of all, that are not installed."""
    return [SERVICES[key] for key in keys or SERVICES if SERVICES[key].find() is None]


def install(*keys: str) -> None:
    """Install what is missing where we may, and say so; elsewhere say what will be skipped."""
    absent = missing(*keys)
    if not absent:
        return
    names = ", ".join(service.name for service in absent)
    may = os.geteuid() == 0 and shutil.which("apt-get") and os.environ.get("NO_INSTALL") != "1"
    if not may:
        print(f"Not installed: {names}. The tests that need them are skipped.", flush=True)
        return
    print(f"Installing {names} with apt-get (NO_INSTALL=1 prevents it) …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = {"env": environment, "stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        + [service.package for service in absent],
        check=False,
        **quiet,
    )
    for service in missing(*keys):
        print(f"{service.name} could not be installed.", flush=True)
