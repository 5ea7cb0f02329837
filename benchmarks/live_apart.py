"""Players for the longer benchmarks: either seat at a port of its own, and a connection the server closed is opened again.

A server closes a connection that was silent for seconds, as one is on a busy machine or between two windows.
"""

from __future__ import annotations

import asyncio
from typing import Any

from live_players import Connection, Made, Table, listen

Ports = tuple[int, int]
"""Where A sits and where B sits."""


class Reopened:
    """Asks as a Connection does; what got no answer is asked once more, which its key makes harmless."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: Connection | None = None

    @property
    def transport(self) -> Any:
        return self if self._connection is None else self._connection.transport

    def close(self) -> None:
        """In the place of a transport that never was."""

    def is_closing(self) -> bool:
        """Never: a closed connection is opened again when somebody asks."""
        return False

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        if self._connection is not None and not self._connection.transport.is_closing():
            try:
                return await self._connection.ask(request)
            except ConnectionError:
                self._connection.transport.close()
        loop = asyncio.get_running_loop()
        _, self._connection = await loop.create_connection(Connection, "127.0.0.1", self._port)
        return await self._connection.ask(request)


class Apart(Table):
    """A match whose players sit at these ports, be they the same or not."""

    def __init__(self, ports: Ports, made: Made) -> None:
        super().__init__(ports[0], made)
        self._ports = ports

    async def sit_down(self) -> None:
        self._by_seat: dict[str, Any] = {}
        self._streams = {}
        for seat, port in zip("AB", self._ports, strict=True):
            self._by_seat[seat] = Reopened(port)
            self._streams[seat] = await listen(port, self._made, seat)
        self._view = await self._look("A")

    def unseen(self) -> int:
        """Moves that the opponent's stream has not shown."""
        return sum(
            seq not in self._streams["B" if seat == "A" else "A"].seen
            for seat, seq, _ in self._sent
        )
