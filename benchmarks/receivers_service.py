"""The process of receivers.py: takes every message over TLS, and prints how many messages and connections there were when it
is asked to end. Its arguments are a folder and a kind of KINDS.

It puts its certificate into the folder, each message becomes a line of the file `arrivals` there, and the port is printed
first.
"""

from __future__ import annotations

import asyncio
import re
import signal
import ssl
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TextIO

from receivers import ARRIVALS

from tests.notifications.push_service import certificate

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
NUMBER = re.compile(rb"webhook-id: (\S+)", re.IGNORECASE)
TOPIC = re.compile(rb"topic: (\S+)", re.IGNORECASE)
DEAD_S = 3600


@dataclass(frozen=True, slots=True)
class Message:
    """One request."""

    path: str
    head: bytes
    body: bytes

    def header(self, pattern: re.Pattern[bytes], missing: str) -> str:
        matched = pattern.search(self.head)
        return matched[1].decode() if matched else missing


@dataclass(frozen=True, slots=True)
class Kind:
    """What a receiver answers, and the line it writes down. Whatever is sent below `dead` gets no answer."""

    answer: bytes
    line: Callable[[Message], str]
    dead: str | None = None
    backlog: int = 100


def _time_and_path(message: Message) -> str:
    return f"{time.time():.6f} {message.path}"


def _path_and_topic(message: Message) -> str:
    return f"{message.path} {message.header(TOPIC, '')}"


def _path_number_and_digest(message: Message) -> str:
    """The number is the `webhook-id`, or the transaction in a Matrix path."""
    path, number = message.path, message.header(NUMBER, "-")
    if "/send/m.room.message/" in path:
        path, _slash, number = path.rpartition("/")
    return f"{path} {number} {sha256(message.body).hexdigest()}"


KINDS = {
    # for crash_events.py: webhooks, a Matrix server and an ntfy server
    "drill": Kind(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", _path_number_and_digest),
    # for notifications.py and crash.py: a push service
    "push": Kind(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", _path_and_topic),
    # for webhooks.py
    "webhooks": Kind(b"HTTP/1.1 204 No Content\r\n\r\n", _time_and_path, "/dead", backlog=1024),
}


class Service:
    """All receivers behind one port."""

    def __init__(self, kind: Kind, arrivals: TextIO) -> None:
        self.kind, self.arrivals = kind, arrivals
        self.messages = self.connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                matched = LENGTH.search(head)
                body = await reader.readexactly(int(matched[1]) if matched else 0)
                self.messages += 1
                message = Message(head.split(b" ", 2)[1].decode(), head, body)
                print(self.kind.line(message), file=self.arrivals, flush=True)
                if self.kind.dead is not None and message.path.startswith(self.kind.dead):
                    await asyncio.sleep(DEAD_S)
                writer.write(self.kind.answer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            writer.close()


async def main(folder: Path, kind: Kind) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    with (folder / ARRIVALS).open("a") as arrivals:
        service = Service(kind, arrivals)
        server = await asyncio.start_server(
            service.serve, "127.0.0.1", 0, ssl=context, backlog=kind.backlog
        )
        print(server.sockets[0].getsockname()[1], flush=True)
        await ended.wait()
    print(service.messages, service.connections, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), KINDS[sys.argv[2]]))
