"""The network of a sweep of push messages. A process of its own encrypts and sends them (web/post_senders.py).

A host that does not answer is left alone for the rest of the sweep, and no host takes all places of those being sent.
"""

from collections import deque
from collections.abc import Iterable
from enum import Enum
from time import monotonic
from urllib.parse import urlsplit

from web import public_post
from web.post_pool import UNENCRYPTABLE, Attempt, PostRequest
from web.post_senders import PostSenders

THREADS, THREADS_PER_HOST = 24, 12
LOOK_S = 1.0
"""How long the sweep waits for an answer at a time."""


class Unsent(Enum):
    """Why a message was not tried."""

    LATE = "late"
    HOST_AWAY = "host_away"


Answer = Attempt | Unsent
Message = PostRequest | Answer
"""A request, or why there is none."""


class PushSenders:
    """What is on its way to push services. For the thread of the sweep alone."""

    def __init__(self) -> None:
        self._senders = PostSenders[tuple[int, str]](THREADS, public_post.DEADLINE_S)
        self._away: set[str] = set()
        self._waiting: dict[str, deque[tuple[int, PostRequest]]] = {}
        self._in_flight: dict[str, int] = {}

    def __enter__(self) -> "PushSenders":
        return self

    def __exit__(self, *_: object) -> None:
        self._senders.close()

    def answers(self, messages: Iterable[Message], until: float) -> list[Answer]:
        """To each message in its place: what was answered, the failure, or why it was not tried. A message is sent while the
        next is made. Nothing begins after `until`, of the monotonic clock."""
        answers: dict[int, Answer] = {}
        for n, message in enumerate(messages):
            if isinstance(message, PostRequest):
                host = host_of(message.url)
                self._waiting.setdefault(host, deque()).append((n, message))
                self._begin(host, answers, until)
            else:
                answers[n] = message
            self._collect(answers, until, 0)
        while self._senders.in_flight:
            self._collect(answers, until, LOOK_S)
        return [answers[n] for n in sorted(answers)]

    def _begin(self, host: str, answers: dict[int, Answer], until: float) -> None:
        """Send what waits for this host, as far as it has places."""
        waiting = self._waiting[host]
        while waiting and self._in_flight.get(host, 0) < THREADS_PER_HOST:
            n, request = waiting.popleft()
            if host in self._away:
                answers[n] = Unsent.HOST_AWAY
            elif monotonic() >= until:
                answers[n] = Unsent.LATE
            else:
                self._in_flight[host] = self._in_flight.get(host, 0) + 1
                self._senders.post((n, host), request)

    def _collect(self, answers: dict[int, Answer], until: float, within_s: float) -> None:
        """What has been answered by now, or the first answer within this time."""
        for (n, host), attempt in self._senders.finished(1 if within_s else THREADS, within_s):
            answers[n] = attempt
            self._in_flight[host] -= 1
            if attempt.answer is None and attempt.error != UNENCRYPTABLE:
                self._away.add(host)
            self._begin(host, answers, until)


def host_of(endpoint: str) -> str:
    return (urlsplit(endpoint).hostname or "").rstrip(".").lower()
