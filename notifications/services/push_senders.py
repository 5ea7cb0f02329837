"""The network of a sweep of push messages: threads, and the connections to push services that they keep.

A host that does not answer is left alone for the rest of the sweep, and no host has all the threads.
"""

from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

from web.public_post import PostAnswer, Poster

THREADS, THREADS_PER_HOST = 24, 12


@dataclass(frozen=True, slots=True)
class PushMessage:
    """Everything that one message takes to the network."""

    endpoint: str
    body: bytes
    headers: dict[str, str]


class Unsent(Enum):
    """Why a message was not tried."""

    LATE = "late"
    HOST_AWAY = "host_away"


Unmade = Exception | Unsent
"""Why there is no message to send."""
Answer = PostAnswer | Unmade


class HostQueue:
    """The messages that wait for one host, and how many threads take from them."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[tuple[int, PushMessage]] = deque()
        self._threads = 0

    def put(self, n: int, message: PushMessage) -> bool:
        """True where another thread is to take from it."""
        with self._lock:
            self._waiting.append((n, message))
            if self._threads >= THREADS_PER_HOST:
                return False
            self._threads += 1
            return True

    def take(self) -> tuple[int, PushMessage] | None:
        """None where none is left: the thread that asked takes no more."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._threads -= 1
            return None


class PushSenders:
    """Threads for the network, and as many connections to each push service, which a sweep keeps."""

    def __init__(self) -> None:
        self._posters: SimpleQueue[Poster] = SimpleQueue()
        for _ in range(THREADS):
            self._posters.put(Poster())
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._away: set[str] = set()

    def __enter__(self) -> "PushSenders":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        while not self._posters.empty():
            self._posters.get().close()

    def answers(self, messages: Iterable[PushMessage | Unmade], until: float) -> list[Answer]:
        """To each message in its place: what was answered, the failure, or why it was not tried. A message is sent while the
        next is made. Nothing begins after `until`, of the monotonic clock."""
        hosts: dict[str, HostQueue] = {}
        answers: dict[int, Answer] = {}
        begun: list[Future[None]] = []
        for n, message in enumerate(messages):
            if not isinstance(message, PushMessage):
                answers[n] = message
                continue
            queue = hosts.setdefault(host_of(message.endpoint), HostQueue())
            if queue.put(n, message):
                begun.append(self._pool.submit(self._drain, queue, answers, until))
        for work in begun:
            work.result()
        return [answers[n] for n in sorted(answers)]

    def _drain(self, queue: "HostQueue", answers: dict[int, Answer], until: float) -> None:
        """One after the other of a host's messages, beside its other threads."""
        poster = self._posters.get()
        try:
            while (item := queue.take()) is not None:
                n, message = item
                answers[n] = self._answer(poster, host_of(message.endpoint), message, until)
        finally:
            self._posters.put(poster)

    def _answer(self, poster: Poster, host: str, message: PushMessage, until: float) -> Answer:
        if host in self._away:
            return Unsent.HOST_AWAY
        if monotonic() >= until:
            return Unsent.LATE
        try:
            return poster.post(message.endpoint, message.body, message.headers)
        except Exception as error:  # settled with the row that it is about
            self._away.add(host)
            return error


def host_of(endpoint: str) -> str:
    return (urlsplit(endpoint).hostname or "").rstrip(".").lower()
