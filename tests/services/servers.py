"""A private PostgreSQL and a private Redis in a throwaway folder, on free ports of the loopback."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.services import compose, installed
from tests.services.running import Running, answers, free_port, kill_with_children

POSTGRES_OPTIONS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "fsync": "off",  # a test survives kill -9 of the server, not a power cut
    "full_page_writes": "off",
    "synchronous_commit": "on",
    "log_min_messages": "warning",
}


class Server:
    """Started by the constructor; a context manager; `url` says where it is."""

    url: str
    process: Running

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"barpoint-{name}-"))
        self.port = free_port()

    def stop(self) -> None:
        self.process.stop(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class Postgres(Server):
    """Runs as the user `postgres` when we are root, since it refuses to be root."""

    def __init__(self, options: Mapping[str, str] = POSTGRES_OPTIONS) -> None:
        super().__init__("postgres")
        program = installed.postgres()
        if program is None:
            raise RuntimeError("PostgreSQL is not installed")
        user = "postgres" if os.geteuid() == 0 else None
        if user:
            shutil.chown(self.folder, user)
        data = self.folder / "data"
        subprocess.run(
            [
                str(Path(program).with_name("initdb")),
                "--pgdata",
                str(data),
                "--no-sync",
                "--username",
                "barpoint",
                "--auth",
                "trust",
                "--encoding",
                "UTF8",
                "--locale",
                "C",
            ],
            user=user,
            cwd=self.folder,
            check=True,
            capture_output=True,
        )
        command = [program, "-D", str(data), "-p", str(self.port), "-k", str(self.folder)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        self.process = Running(
            "postgres",
            command,
            log=self.folder.with_suffix(".log"),
            user=user,
            cwd=self.folder,
            orphaned="QUIT",
            cpu_shares=compose.cpu_shares_of("postgres"),
        )
        self.process.wait_until(self._ready)
        self.url = f"postgres://barpoint@127.0.0.1:{self.port}/postgres"

    def _ready(self) -> bool:
        """The port answers before the server takes queries; the socket of psycopg tells."""
        import psycopg

        try:
            psycopg.connect(
                f"postgres://barpoint@127.0.0.1:{self.port}/postgres", connect_timeout=2
            ).close()
        except psycopg.OperationalError:
            return False
        return True

    def create_database(self, name: str, *, like: str = "template1") -> str:
        """A database on this server, empty or a copy of one that nobody is connected to; returns its URL."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return f"postgres://barpoint@127.0.0.1:{self.port}/{name}"

    def crash(self) -> None:
        """As a power cut: the postmaster and every backend at once (each has a group of its own)."""
        kill_with_children(self.process.child.pid)
        self.process.child.wait(60)  # it may be amid a write that a busy disk holds

    def stop(self) -> None:
        super().stop()
        self.process.log.unlink(missing_ok=True)


class Redis(Server):
    """Keeps nothing on disk."""

    def __init__(self) -> None:
        super().__init__("redis")
        program = installed.redis()
        if program is None:
            raise RuntimeError("Redis is not installed")
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = Running(
            "redis",
            [*command, "--appendonly", "no", "--dir", str(self.folder)],
            log=self.folder / "log",
        )
        self.process.wait_until(lambda: answers(self.port))
        self.url = f"redis://127.0.0.1:{self.port}/0"
