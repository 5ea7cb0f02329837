"""The connections of a uvicorn server: heads that grow without end, and clients who begin to ask and do not go on.

uvicorn itself waits for a first request for ever, and httptools for the end of a header.
"""

from asyncio import BaseTransport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.hosts import names_host
from games import counters

HEAD_LIMIT = 64 * 1024
PIPELINED = 8
"""Requests in one piece of what is read. Nobody honest sends more than one, and each costs the reading of its head."""
FEW_BYTES = 4096
HEAD_S = 10.0
"""For the head of a request, from its first byte or from the connection."""
BODY_S = 20.0
"""For the body of a request at the table, 16 KiB at most. Pages wait in config/client_timeouts.py."""


class Connection(HttpToolsProtocol):
    """uvicorn's own, with an end to heads and to what is asked before the first is answered."""

    _head = 0

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

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP."""
        counters.refused("not_http")
        super().send_400_response(msg)


class Sweep:
    """Asked now and then; closes the connections whose client has been silent for too long."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[object, float]] = {}

    def look(self, connections: Any, now: float) -> int:
        """How many were closed. What somebody waits for is remembered from one look to the next."""
        since: dict[int, tuple[object, float]] = {}
        closed = 0
        for connection in list(connections):
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
    """What this client has begun to send, and how long it may take; None when it is the server's turn, or nobody's."""
    cycle = connection.cycle
    if cycle is None:
        return connection, HEAD_S
    if cycle.response_complete:
        return None if connection.timeout_keep_alive_task is not None else (cycle, HEAD_S)
    at_the_table = cycle.more_body and cycle.scope["path"].startswith("/live/")
    return (cycle.scope, BODY_S) if at_the_table else None
