"""The network of a sweep of push messages: threads, and the connections to push services that they keep.

A host that does not answer is left alone for the rest of the sweep, and no host has more than a few threads at a time.
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from time import monotonic
from urllib.parse import urlsplit

from web.public_post import PostAnswer, Poster

THREADS, THREADS_PER_HOST = 8, 4


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


Answer = PostAnswer | Exception | Unsent
Waiting = deque[tuple[int, PushMessage]]


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

    def answers(self, messages: Sequence[PushMessage | Exception], until: float) -> list[Answer]:
        """To each message in its place: what was answered, the failure, or why it was not tried. Nothing begins after
        `until`, of the monotonic clock."""
        hosts: dict[str, Waiting] = {}
        answers: dict[int, Answer] = {}
        for n, message in enumerate(messages):
            if isinstance(message, PushMessage):
                hosts.setdefault(host_of(message.endpoint), deque()).append((n, message))
            else:
                answers[n] = message
        begun = [
            self._pool.submit(self._drain, host, waiting, answers, until)
            for turn in range(THREADS_PER_HOST)
            for host, waiting in hosts.items()
            if turn < len(waiting)
        ]
        for work in begun:
            work.result()
        return [answers[n] for n in range(len(messages))]

    def _drain(self, host: str, waiting: Waiting, answers: dict[int, Answer], until: float) -> None:
        """One after the other of the host's messages, beside its other threads."""
        poster = self._posters.get()
        try:
            while True:
                n, message = waiting.popleft()
                answers[n] = self._answer(poster, host, message, until)
        except IndexError:
            return  # none is left
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
