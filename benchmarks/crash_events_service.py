"""Receivers for benchmarks/crash_events.py: webhooks, a Matrix server and an ntfy server behind one port, over TLS.

Each message becomes a line of the file `arrivals`: path, number (the `webhook-id`, or the transaction in a Matrix path) and a
digest of the body. The certificate is put into the folder that is given, and the port is printed first.
"""

from __future__ import annotations

import asyncio
import re
import signal
import ssl
import sys
from hashlib import sha256
from pathlib import Path
from typing import TextIO

import harness  # noqa: F401  # makes the project importable

from tests.notifications.push_service import certificate

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
NUMBER = re.compile(rb"webhook-id: (\S+)", re.IGNORECASE)
ARRIVALS = "arrivals"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


class Receivers:
    """All of them."""

    def __init__(self, arrivals: TextIO) -> None:
        self.arrivals = arrivals

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                matched = LENGTH.search(head)
                body = await reader.readexactly(int(matched[1]) if matched else 0)
                path = head.split(b" ", 2)[1].decode()
                number = NUMBER.search(head)
                name = number[1].decode() if number else "-"
                if "/send/m.room.message/" in path:
                    path, _slash, name = path.rpartition("/")
                print(path, name, sha256(body).hexdigest(), file=self.arrivals, flush=True)
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            writer.close()


async def main(folder: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    with (folder / ARRIVALS).open("a") as arrivals:
        serve = Receivers(arrivals).serve
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        print(server.sockets[0].getsockname()[1], flush=True)
        await ended.wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
