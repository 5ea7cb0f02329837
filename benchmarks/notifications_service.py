"""A push service for benchmarks/notifications.py and crash.py: takes every message over TLS, and prints how many when it is
asked to end.

It puts its certificate into the folder that it is given, and a line for each message: its path and its topic. It prints its
port first.
"""

from __future__ import annotations

import asyncio
import re
import signal
import ssl
import sys
from pathlib import Path
from typing import TextIO

import harness  # noqa: F401  # makes the project importable

from tests.notifications.push_service import certificate

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
TOPIC = re.compile(rb"topic: (\S+)", re.IGNORECASE)
RECEIVED = "received.txt"
ANSWER = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Service:
    """What came in, noted in a file."""

    def __init__(self, received: TextIO) -> None:
        self.messages = self.connections = 0
        self.received = received

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                matched = LENGTH.search(head)
                await reader.readexactly(int(matched[1]) if matched else 0)
                self.messages += 1
                topic = TOPIC.search(head)
                path = head.split(b" ", 2)[1].decode()
                self.received.write(f"{path} {topic[1].decode() if topic else ''}\n")
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            writer.close()


async def main(folder: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    with (folder / RECEIVED).open("w", buffering=1) as received:
        service = Service(received)
        server = await asyncio.start_server(service.serve, "127.0.0.1", 0, ssl=context)
        print(server.sockets[0].getsockname()[1], flush=True)
        await ended.wait()
    print(service.messages, service.connections, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
