"""uvicorn for the live table: it ends event streams before it waits for open requests, and watches for slow clients.

Needed by: `make run`, which serves the whole site with it (config/embedded.py), and the processes `live` and `streams`,
which are `python -m config.server HOST PORT` and `python -m config.server HOST PORT streams`. A proxy cannot replace it: it knows neither streams nor a graceful end. `web` is served
by granian.
"""

import gc
import os
import signal
import socket
import sys
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

import uvicorn

from config.gc_tuning import collect_less_often
from config.slow_client_guard import Connection, Sweep

if TYPE_CHECKING:
    from games.live.app import LiveApplication

STREAMS = "streams"
# Seconds after which open connections are cut; clients reconnect with the last action they saw.
GRACE_S = 2
# Players act now and then: their connections stay open longer than uvicorn's five seconds.
KEEP_ALIVE_S = 75
# Tenths of a second between two sweeps for slow clients.
SWEEP_TICKS = 20
# Seconds after the start before Celery is imported: until then requests come first.
READ_LATER_S = 5.0


class Server(uvicorn.Server):
    """Ends streams at once on shutdown, while actions in flight get their answer; every wait is limited."""

    def __init__(self, config: uvicorn.Config, live: "LiveApplication") -> None:
        super().__init__(config)
        self._live = live
        self._sweep = Sweep()

    async def on_tick(self, counter: int) -> bool:
        if counter % SWEEP_TICKS == 0:
            self._sweep.look(self.server_state.connections, monotonic())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.close_streams()
        await super().shutdown(sockets)


def make_server(application: Any, live: "LiveApplication", **options: Any) -> Server:
    """`application` serves everything, `live` the event streams in it. Logging is configured in config/logs.py; lifespan is on because start and stop of the live table must succeed."""
    return Server(
        uvicorn.Config(
            application,
            log_config=None,
            http=Connection,
            access_log=False,
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
            timeout_keep_alive=KEEP_ALIVE_S,
            **options,
        ),
        live,
    )


def ignore_signals() -> None:
    """uvicorn handles these signals while it serves and raises them again afterwards: ignore that."""
    for sig in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, signal.SIG_IGN)


def live_application(serves: str) -> "LiveApplication":
    """The tables alone, or the `streams` alone that need no ticket. It starts in a third less time than the whole site, for which everybody waits after a crash.

    It serves no page, so it imports neither the admin nor Django's handler, and garbage collection is off meanwhile.
    """
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["PAGES"] = "0"
    import django

    django.setup()
    from games.live.app import StreamsApplication, application

    return StreamsApplication() if serves == STREAMS else application


def main(host: str, port: str, serves: str = "") -> None:
    ignore_signals()
    live = live_application(serves)
    collect_less_often()
    if serves != STREAMS:
        load_celery_later()
    server = make_server(live, live, host=host, port=int(port), proxy_headers=False)
    server.run()


def load_celery_later() -> None:
    """Import Celery in the background, so that the first match that ends does not wait for it."""
    from web.task_queue import tasks_app

    timer = Timer(READ_LATER_S, tasks_app)
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    main(*sys.argv[1:4])
