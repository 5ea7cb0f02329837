"""uvicorn, which ends event streams before it waits for open requests.

`python -m config.server HOST PORT` serves the live table alone (the process `live`).
"""

import gc
import os
import signal
import socket
import sys
from threading import Timer
from time import monotonic
from typing import Any

import uvicorn

from config.gc_tuning import collect_less_often
from config.slow_client_guard import Connection, Sweep

# Whoever has not finished by then is cut off: clients come back with the last action they saw.
GRACE_S = 2
# Players act now and then: their connections stay open longer than uvicorn's five seconds.
KEEP_ALIVE_S = 75
# Tenths of a second between two looks for clients who have begun to ask and do not go on.
SWEEP_TICKS = 20
# Seconds after its start in which a live table has better to do than to read what it needs at a match's end.
READ_LATER_S = 5.0


class Server(uvicorn.Server):
    """Streams end at once and completely; actions in flight get their answer. Nobody is waited for without end."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._sweep = Sweep()

    async def on_tick(self, counter: int) -> bool:
        if counter % SWEEP_TICKS == 0:
            self._sweep.look(self.server_state.connections, monotonic())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from games.live.app import application as live

        live.close_streams()
        await super().shutdown(sockets)


def make_server(application: Any, **options: Any) -> Server:
    """Logs are ours (config/logs.py), and the live table's start and stop must succeed."""
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
        )
    )


def ignore_signals() -> None:
    """uvicorn takes the signals while it serves and raises them again after: let that pass."""
    for sig in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, signal.SIG_IGN)


def live_table() -> Any:
    """The live table alone, ready in a third less time than the whole site: after a crash everybody waits for it.

    It serves no page, so it reads neither the admin nor Django's handler, and no garbage is looked for meanwhile.
    """
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["PAGES"] = "0"
    import django

    django.setup()
    from games.live.app import application

    return application


def main(host: str, port: str) -> None:
    ignore_signals()
    live = live_table()
    collect_less_often()
    load_celery_later()
    server = make_server(live, host=host, port=int(port), proxy_headers=False)
    server.run()


def load_celery_later() -> None:
    """A match that ends asks a worker to move its bracket: nobody shall wait then until Celery is read."""
    from web.task_queue import tasks_app

    timer = Timer(READ_LATER_S, tasks_app)
    timer.daemon = True
    timer.start()


if __name__ == "__main__":
    main(*sys.argv[1:3])
