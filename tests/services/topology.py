"""The two shapes of design: the whole site in one process on SQLite, or as the processes of production.

site = topology("embedded")      # exactly what `make run` starts, own data folder, own port
site = topology("processes")     # the commands of docker/compose.yaml on a database of their own
site.url, site.manage("migrate"), site.kill("live"), site.restart("live"), site.stop()
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.services import bundled, compose, migrated
from tests.services.proxy import Proxy
from tests.services.running import Running, free_port
from tests.services.servers import Postgres, Redis

ROOT = compose.ROOT
BIN = Path(sys.executable).parent
MIGRATED = "migrated"


class Site:
    """A running site. `processes` by name; `env` is what they were given; logs are in `folder`."""

    url: str

    def __init__(self, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="barpoint-site-"))
        self.processes: dict[str, Running] = {}
        self.env = {
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "VAR_DIR": str(self.folder / "var"),
            "SECRET_KEY": "a site under test " + "k" * 50,
            "DEMO": "0",
            "API_RATE_ANON": "",
            "API_RATE_USER": "",
            **settings,
        }

    def start(self, name: str, command: list[str], **env: str) -> Running:
        log = self.folder / f"{name}.log"
        shares = compose.cpu_shares_of(name)
        running = Running(
            name, command, log=log, env={**self.env, **env}, cwd=ROOT, cpu_shares=shares
        )
        self.processes[name] = running
        return running

    def kill(self, name: str) -> None:
        self.processes[name].kill()

    def restart(self, name: str) -> None:
        """The same command again, after `kill` or as a graceful replacement; waits until it answers."""
        running = self.processes[name]
        running.stop()
        running.start()
        self.wait_for(name)

    def wait_for(self, name: str) -> None:
        raise NotImplementedError

    def manage(self, *arguments: str, code: str = "") -> str:
        """`manage.py` in the environment of the site; `code` goes to the shell command's input."""
        done = subprocess.run(
            [str(BIN / "python"), "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            input=code,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def shell(self, code: str) -> str:
        """Run Python inside Django against the site's database; returns what it printed."""
        return self.manage("shell", "--no-imports", "-c", code)

    def get_json(self, path: str) -> Any:
        with urlopen(self.url + path, timeout=20) as answer:
            return json.load(answer)

    def logs(self) -> str:
        return "\n".join(f"--- {p.name}\n{p.tail()}" for p in self.processes.values())

    @contextmanager
    def ended_if_it_fails(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        for running in self.processes.values():
            running.ask_to_end()
        for running in self.processes.values():
            running.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Embedded(Site):
    """One process, SQLite, everything inside it; its database is a copy of a migrated one unless it `begins_empty`."""

    def __init__(self, *, begins_empty: bool = False, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        super().__init__(PORT=str(self.port), EMBEDDED="1", **settings)
        self.within = 90 if begins_empty else 40
        if not begins_empty:
            migrated.lay(Path(self.env["VAR_DIR"]))
            bundled.lay(Path(self.env["VAR_DIR"]))
        self.start("site", [str(BIN / "python"), "-m", "config.embedded"])
        with self.ended_if_it_fails():
            self.wait_for("site")
        bundled.keep(Path(self.env["VAR_DIR"]))

    def wait_for(self, name: str) -> None:
        running = self.processes[name]
        running.wait_until(lambda: serves(self.port, "/healthz"), within=self.within)


class Processes(Site):
    """web, `lives` × live, streams, worker, clocks and beat as docker/compose.yaml starts them, behind one small proxy.

    A second live is called live2. `ports` has where each answers; worker, clocks and beat do so on their door.
    """

    def __init__(
        self, *, database_url: str, redis_url: str, lives: int = 1, port: int = 0, **settings: str
    ) -> None:
        self.lives = ["live", *(f"live{number}" for number in range(2, lives + 1))]
        self.ports = {
            name: free_port() for name in ("web", *self.lives, "streams", *compose.WITH_DOOR)
        }
        places = [self.ports[name] for name in self.lives]
        self.proxy = Proxy(
            web=self.ports["web"],
            live=places,
            streams=self.ports["streams"],
            port=port or free_port(),
        )
        self.url = self.proxy.url
        super().__init__(
            **{
                "DATABASE_URL": database_url,
                "REDIS_URL": redis_url,
                "SITE_URL": self.url,
                "TRUST_PROXY": "1",
                "BIND": "127.0.0.1",
                "WEB_PORT": str(self.ports["web"]),
                "WEB_WORKERS": "1",
                "STREAMS_PORT": str(self.ports["streams"]),
                **settings,
            }
        )
        with self.ended_if_it_fails():
            self.manage(*compose.command_of("migrate", self.env)[2:])
            if self.env.get("DEMO") == "1":
                self.manage("demo")
            self._start_all()

    def _start_all(self) -> None:
        (self.folder / "figures").mkdir()
        for name in compose.SITE:
            if name == "analysis":  # no story on these processes analyses a match
                continue
            for live in self.lives if name == "live" else [name]:
                own = {"LIVE_PORT": str(self.ports[live])} if name == "live" else {}
                if name == "web":
                    own["PROMETHEUS_MULTIPROC_DIR"] = str(self.folder / "figures")
                elif name in compose.WITH_DOOR:
                    own["STATUS_PORT"] = str(self.ports[name])
                self.start(live, compose.command_of(name, {**self.env, **own}), **own)
        for name in self.processes:
            self.wait_for(name)

    def wait_for(self, name: str) -> None:
        running = self.processes[name]
        if name == "web":
            running.wait_until(lambda: serves(self.ports["web"], "/readyz"))
        elif name == "streams" or name in self.lives:
            running.wait_until(lambda: serves(self.ports[name], "/live/readyz"))
        else:
            running.wait_until(lambda: running.alive)

    def stop(self) -> None:
        super().stop()
        self.proxy.stop()


class Backing:
    """PostgreSQL and Redis shared by the `processes` sites of a run, a database each."""

    def __init__(self) -> None:
        self.postgres, self.redis, self.count = Postgres(), Redis(), 0
        self.has_migrated = False

    def site(self, **settings: str) -> Processes:
        """Each site also has a Redis database of its own (0–15, reused in turn). It begins with a copy of a migrated
        database, and migrates too."""
        self.count += 1
        return Processes(
            database_url=self.postgres.create_database(f"site_{self.count}", like=self._migrated()),
            redis_url=f"{self.redis.url.rpartition('/')[0]}/{self.count % 16}",
            **settings,
        )

    def _migrated(self) -> str:
        """Name of a database that nobody uses and in which every migration is done."""
        if not self.has_migrated:
            url = self.postgres.create_database(MIGRATED)
            site = Site(DATABASE_URL=url, REDIS_URL=self.redis.url)
            site.manage(*compose.command_of("migrate", site.env)[2:])
            site.stop()
            self.has_migrated = True
        return MIGRATED

    def stop(self) -> None:
        self.postgres.stop()
        self.redis.stop()


def serves(port: int, path: str) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False
