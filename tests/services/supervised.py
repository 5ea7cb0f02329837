"""The production shape under a supervisor: whatever is killed is started again at once, as `restart: unless-stopped` does.

site = Supervised(lives=2); site.crash("live"); site.crash("postgres"); site.hold("redis"); site.stop()
"""

import threading
import time
from collections.abc import Mapping

from tests.services import compose
from tests.services.proxy import Proxy
from tests.services.running import Running, answers, free_port
from tests.services.servers import POSTGRES_OPTIONS, Postgres, Redis
from tests.services.topology import Site, serves

# As compose.yaml runs it: on disk at every commit, and a short way back after a crash.
DURABLE = {
    "fsync": "on",
    "full_page_writes": "on",
    "checkpoint_timeout": "30s",
    "max_wal_size": "256MB",
    "recovery_init_sync_method": "syncfs",
}
LOOK_S = 0.02
AGAIN_S = 0.1  # a start that failed is tried again after so long


class Supervised(Site):
    """PostgreSQL, Redis, web, `lives` × live, worker, clocks and beat, streams if wanted; each is a name in `processes`."""

    def __init__(
        self,
        *,
        lives: int = 1,
        streams: bool = False,
        options: Mapping[str, str] = DURABLE,
        **settings: str,
    ):
        """`live_command` of a subclass may start another program in the place of `live`."""
        self.names = ["live", *(f"live{number}" for number in range(2, lives + 1))]
        self.others = ["streams"] if streams else []
        self.ports = {name: free_port() for name in ("web", *self.names, *self.others)}
        self.proxy = Proxy(web=self.ports["web"], live=self.ports["live"])
        self.url = self.proxy.url
        self.deaths: dict[str, int] = {}
        self._kept_dead: set[str] = set()
        self._ended = threading.Event()
        self._tried: dict[str, float] = {}
        self.postgres = Postgres({**POSTGRES_OPTIONS, **options})
        self.redis = Redis()
        super().__init__(
            DATABASE_URL=self.postgres.create_database("site"),
            REDIS_URL=self.redis.url,
            SITE_URL=self.url,
            TRUST_PROXY="1",
            BIND="127.0.0.1",
            WEB_PORT=str(self.ports["web"]),
            WEB_WORKERS="1",
            STREAMS_PORT=str(self.ports.get("streams", 0)),
            **settings,
        )
        # An image holds compiled code; here the first start compiles it for those after.
        self.env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(self.folder / "pyc")}
        with self.ended_if_it_fails():
            self.manage(*compose.command_of("migrate", self.env)[2:])
        # Children die with the thread that started them: all are started by this one.
        self._supervisor = threading.Thread(target=self._supervise, name="supervisor", daemon=True)
        self._supervisor.start()
        with self.ended_if_it_fails():
            self._wait_until_up()

    def crash(self, name: str) -> float:
        """kill -9 of the whole process group; returns when (time.time())."""
        at = time.time()
        if name == "postgres":
            self.postgres.crash()
        else:
            self.processes[name].kill()
        self.deaths[name] = self.deaths.get(name, 0) + 1
        return at

    def hold(self, name: str) -> None:
        """Kill it and leave it dead until `release`."""
        self._kept_dead.add(name)
        self.crash(name)

    def release(self, name: str) -> None:
        self._kept_dead.discard(name)

    def wait_for(self, name: str) -> None:
        running = self.processes[name]
        if name == "web":
            running.wait_until(lambda: serves(self.ports["web"], "/readyz"))
        elif name in self.ports:
            running.wait_until(lambda: answers(self.ports[name]))

    def live_command(self, command: list[str]) -> list[str]:
        return command

    def stop(self) -> None:
        self._ended.set()
        if hasattr(self, "_supervisor"):
            self._supervisor.join(5)
        self.processes.pop("postgres", None)
        self.processes.pop("redis", None)
        super().stop()
        self.postgres.stop()
        self.redis.stop()
        self.proxy.stop()

    def _supervise(self) -> None:
        for name in ("web", *self.names, *self.others, "worker", "clocks", "beat"):
            service = "live" if name in self.names else name
            port = {"LIVE_PORT": str(self.ports[name])} if name in self.names else {}
            command = compose.command_of(service, {**self.env, **port})
            self.start(name, self.live_command(command) if service == "live" else command)
        self.processes |= {"postgres": self.postgres.process, "redis": self.redis.process}
        while not self._ended.wait(LOOK_S):
            for name, running in list(self.processes.items()):
                if not running.alive and name not in self._kept_dead:
                    self._start_again(name, running)

    def _start_again(self, name: str, running: Running) -> None:
        now = time.monotonic()
        if now - self._tried.get(name, 0.0) < AGAIN_S:
            return
        self._tried[name] = now
        running.start()

    def _wait_until_up(self) -> None:
        end = time.monotonic() + 40
        while (
            len(self.processes) < len(self.names) + len(self.others) + 6 and time.monotonic() < end
        ):
            time.sleep(LOOK_S)
        for name in ("web", *self.names, *self.others):
            self.wait_for(name)
