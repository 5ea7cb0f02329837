"""Asks one address over and over on some connections and counts the answers: a process of its own, raw sockets.

python web_load.py PORT CONNECTIONS SECONDS < the request as bytes → one JSON line: rate, p99_ms, bytes, bad, processor_s.
"""

import json
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field

BUFFER = memoryview(bytearray(1 << 20))
LAST_CHUNK = b"0\r\n\r\n"


@dataclass
class Line:
    """A connection with a request under way."""

    socket: socket.socket
    began: float = 0.0
    left: int = -1  # bytes of the body still to come; -1 before the head has come
    head: bytes = b""
    chunked: bool = False


@dataclass
class Count:
    took: list[float] = field(default_factory=list)
    bytes: int = 0
    bad: int = 0


def main() -> None:
    port, connections, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    request, wanted = sys.stdin.buffer.read(), sys.argv[4].encode()
    poll, count = selectors.EpollSelector(), Count()
    for _ in range(connections):
        line = Line(socket.create_connection(("127.0.0.1", port)))
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        poll.register(line.socket, selectors.EVENT_READ, line)
        _ask(line, request)
    begun = time.perf_counter()
    while time.perf_counter() < begun + seconds:
        for key, _ready in poll.select(1):
            line = key.data
            if _read(line, wanted, count):
                count.took.append(time.perf_counter() - line.began)
                _ask(line, request)
    took, slowest = time.perf_counter() - begun, sorted(count.took)
    fields = {"rate": len(slowest) / took, "p99_ms": slowest[int(len(slowest) * 0.99)] * 1000}
    fields |= {"bytes": count.bytes / len(slowest), "bad": count.bad}
    print(json.dumps(fields | {"processor_share": time.process_time() / took}))


def _ask(line: Line, request: bytes) -> None:
    line.began, line.left, line.head, line.chunked = time.perf_counter(), -1, b"", False
    line.socket.sendall(request)


def _read(line: Line, wanted: bytes, count: Count) -> bool:
    """Takes what has come; True when the answer is whole."""
    size = line.socket.recv_into(BUFFER)
    if not size:
        raise RuntimeError("the server hung up")
    count.bytes += size
    if line.chunked:
        return bytes(BUFFER[max(0, size - 5) : size]) == LAST_CHUNK
    if line.left >= 0:
        line.left -= size
        return line.left <= 0
    line.head += BUFFER[: min(size, 4096)].tobytes() if size > 4096 else BUFFER[:size].tobytes()
    end = line.head.find(b"\r\n\r\n")
    if end < 0:
        return False
    count.bad += not line.head.startswith(b"HTTP/1.1 " + wanted)
    if b"transfer-encoding: chunked" in line.head[:end].lower():
        line.chunked = True
        return bytes(BUFFER[max(0, size - 5) : size]) == LAST_CHUNK
    at = line.head.lower().find(b"content-length:", 0, end)
    whole = end + 4 if at < 0 else end + 4 + int(line.head[at + 15 : line.head.index(b"\r", at)])
    line.left = whole - size
    return line.left <= 0


if __name__ == "__main__":
    main()
