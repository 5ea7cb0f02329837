"""Receivers for benchmarks/webhooks.py: take every message over TLS; those whose path begins with /dead never answer.

The certificate is put into the folder that is given, each arrival becomes a line (time, path) of its file `arrivals`, and
the port is printed first.
"""

from __future__ import annotations

import asyncio
import re
import signal
import ssl
import sys
import time
from pathlib import Path
from typing import TextIO

import harness  # noqa: F401  # makes the project importable

from tests.notifications.push_service import certificate

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
DEAD_S = 3600


class Receivers:
    """All of them behind one port."""

    def __init__(self, arrivals: TextIO) -> None:
        self.arrivals = arrivals

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                matched = LENGTH.search(head)
                await reader.readexactly(int(matched[1]) if matched else 0)
                path = head.split(b" ", 2)[1].decode()
                print(f"{time.time():.6f} {path}", file=self.arrivals, flush=True)
                if path.startswith("/dead"):
                    await asyncio.sleep(DEAD_S)
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            writer.close()


async def main(folder: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    with (folder / "arrivals").open("a") as arrivals:
        serve = Receivers(arrivals).serve
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, backlog=1024)
        print(server.sockets[0].getsockname()[1], flush=True)
        await ended.wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
