"""Limits for connections of a uvicorn server: endless heads, pipelined requests, and clients that start a request and stop.

uvicorn waits for a first request without end, and httptools for the end of a header; neither counts or checks Host headers.

Needed by: `make run`, where clients connect to uvicorn itself. `live` runs the same server (config/server.py), where the
proxy has done it before (docker/Caddyfile: `read_header`, `read_body`, `max_header_size`; Go's server refuses a request
without exactly one Host, and does not pipeline to us); of its own it only needs the shorter time for bodies at the table.
"""

from asyncio import BaseTransport, Event
from collections.abc import Iterable
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from games import counters

HEAD_LIMIT = 64 * 1024
PIPELINED = 8
"""Requests in one read. Browsers do not pipeline, and parsing each head costs time."""
FEW_BYTES = 4096
HEAD_S = 10.0
"""For the head of a request, from its first byte or from the connect."""
BODY_S = 20.0
"""For the body of a request at the table, at most 16 KiB. Bodies for pages: config/client_timeouts.py."""


def names_host(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Is there exactly one Host header, as HTTP/1.1 demands (RFC 9112, 3.2)? Django would take the server's name instead."""
    return sum(name == b"host" for name, _value in headers) == 1


class ListQueue(list[Any]):
    """As much of a deque as uvicorn uses. An empty deque takes 700 bytes more."""

    def appendleft(self, item: Any) -> None:
        self.insert(0, item)


def let_wait_in_list(event: Event) -> None:
    """The same for those who wait for a new event: at most one does."""
    event._waiters = []  # type: ignore[assignment]


class Connection(HttpToolsProtocol):
    """uvicorn's connection with limits for heads and for requests before the first response.

    It takes 3.5 KiB less memory, since thousands are open: what is added to uvicorn's is a slot, because one attribute more would give
    each connection a dictionary of its own, and queues that are nearly always empty are lists.
    """

    __slots__ = ("_head",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head = 0
        self.pipeline = ListQueue()  # type: ignore[assignment]

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        let_wait_in_list(self.flow._is_writable_event)

    def data_received(self, data: bytes) -> None:
        if len(data) > FEW_BYTES and data.count(b" HTTP/1.") > PIPELINED:
            self.transport.abort()
            return
        super().data_received(data)
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._head = 0
            return
        self._head += len(data)
        if self._head > HEAD_LIMIT:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """uvicorn answers 400 to what its parser refuses."""
        if self.parser.get_http_version() == "1.1" and not names_host(self.headers):
            raise ValueError("no host, or several")
        super().on_headers_complete()
        if self.cycle is not None:
            let_wait_in_list(self.cycle.message_event)

    def send_400_response(self, msg: str) -> None:
        """Called for what is not HTTP: counted before it is answered."""
        counters.refused("not_http")
        super().send_400_response(msg)


class Sweep:
    """Closes the connections whose client has been silent for too long; called every few seconds."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[object, float]] = {}

    def look(self, connections: Any, now: float) -> int:
        """Close overdue connections and return how many. Since when each waits is kept from call to call."""
        since: dict[int, tuple[object, float]] = {}
        closed = 0
        for connection in list(connections):
            cycle = connection.cycle
            if cycle is not None and not (cycle.response_complete or cycle.more_body):
                continue  # as thousands of streams are
            waits = _awaited(connection)
            if waits is None:
                continue
            what, limit = waits
            before = self._since.get(id(connection))
            began = before[1] if before is not None and before[0] is what else now
            since[id(connection)] = (what, began)
            if now - began > limit:
                cast(BaseTransport, connection.transport).abort()  # type: ignore[attr-defined]
                closed += 1
        self._since = since
        return closed


def _awaited(connection: Any) -> tuple[object, float] | None:
    """What the client has begun to send, and its limit; None if the server has to act or the connection is idle."""
    cycle = connection.cycle
    if cycle is None:
        return connection, HEAD_S
    if cycle.response_complete:
        return None if connection.timeout_keep_alive_task is not None else (cycle, HEAD_S)
    at_the_table = cycle.more_body and cycle.scope["path"].startswith("/live/")
    return (cycle.scope, BODY_S) if at_the_table else None
