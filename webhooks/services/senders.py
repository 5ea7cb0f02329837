"""The network of a sweep of webhooks: threads, each with connections of its own. The database is left to the sweep."""

from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread, get_ident
from time import monotonic
from typing import Generic, TypeVar

from django.core.mail import EmailMessage

from web.public_post import PostAnswer, Poster, PrivateAddressError

T = TypeVar("T")
PATIENCE_S = 0.1
"""Whoever has not answered by then is late."""
MOST_LATE = 256
LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class Message:
    """Everything that one attempt takes to the network."""

    url: str
    body: bytes
    headers: dict[str, str]
    method: str = "POST"
    subject: str = ""

    @property
    def is_email(self) -> bool:
        """To the address behind `mailto:`, with this subject."""
        return self.url.startswith("mailto:")


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a message: an answer, or the failure of the network; and how long it took."""

    answer: PostAnswer | Exception
    duration_ms: int

    @property
    def status(self) -> int | None:
        return self.answer.status if isinstance(self.answer, PostAnswer) else None

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def error(self) -> str:
        """A word for the log; empty where the receiver answered."""
        answer = self.answer
        if isinstance(answer, PostAnswer):
            return ""
        if isinstance(answer, PrivateAddressError):
            return "private_address"
        if isinstance(answer, TimeoutError):
            return "timeout"
        return "no_connection" if isinstance(answer, OSError) else "not_sent"


class Senders(Generic[T]):
    """So many threads at a time, and as long as `deadline_s` for each message. A thread whose receiver is late is replaced, so
    receivers that are dead keep nobody waiting; of such threads there are MOST_LATE at most.

    Everything but the threads' own work is for the thread of the sweep. `T` is what a message belongs to.
    """

    def __init__(self, threads: int, deadline_s: float) -> None:
        self._most, self._deadline_s = threads, deadline_s
        self._waiting: SimpleQueue[tuple[T, Message] | None] = SimpleQueue()
        self._finished: SimpleQueue[tuple[T, Attempt]] = SimpleQueue()
        self._threads: list[Thread] = []
        self._lock = Lock()
        self._begun: dict[int, float] = {}
        self._late: set[int] = set()
        self._in_flight = 0

    def __enter__(self) -> "Senders[T]":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()
        for _thread in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    @property
    def in_flight(self) -> int:
        """How many messages have begun or wait for a thread."""
        return self._in_flight

    @property
    def waiting(self) -> int:
        """How many messages wait for a thread."""
        return self._waiting.qsize()

    def send(self, owner: T, message: Message) -> None:
        """As soon as a thread is free."""
        self._in_flight += 1
        self._waiting.put((owner, message))
        if len(self._threads) < self._most:
            self._start()

    def finished(self, most: int, within_s: float) -> list[tuple[T, Attempt]]:
        """What became of messages: so many, or those that are finished within this time, or all that are in flight."""
        done: list[tuple[T, Attempt]] = []
        until = monotonic() + within_s
        while self._in_flight and len(done) < most:
            self._replace_late()
            left = until - monotonic()
            with suppress(Empty):
                done.append(self._finished.get(timeout=max(0.0, min(left, LOOK_S))))
                self._in_flight -= 1
                continue
            if left <= 0:
                break
        return done

    def _start(self) -> None:
        thread = Thread(target=self._work, name="webhook", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _replace_late(self) -> None:
        if not self._waiting.qsize():
            return
        late_since = monotonic() - PATIENCE_S
        with self._lock:
            late = [
                thread
                for thread, since in self._begun.items()
                if since < late_since and thread not in self._late
            ][: MOST_LATE - len(self._late)]
            self._late.update(late)
        for _thread in late:
            self._start()

    def _work(self) -> None:
        poster, me = Poster(self._deadline_s), get_ident()
        try:
            while (item := self._waiting.get()) is not None:
                owner, message = item
                with self._lock:
                    self._begun[me] = monotonic()
                self._finished.put((owner, _attempt(poster, message)))
                with self._lock:
                    del self._begun[me]
                    if me in self._late:
                        self._late.remove(me)
                        return
        finally:
            poster.close()


def _attempt(poster: Poster, message: Message) -> Attempt:
    began = monotonic()
    answer: PostAnswer | Exception
    try:
        if message.is_email:
            answer = _mailed(message)
        else:
            answer = poster.post(message.url, message.body, message.headers, message.method)
    except Exception as error:  # settled with the row that it is about
        answer = error
    return Attempt(answer, round((monotonic() - began) * 1000))


def _mailed(message: Message) -> PostAnswer:
    """The mail server has taken it. Every failure is an OSError."""
    address = message.url.removeprefix("mailto:")
    EmailMessage(message.subject, message.body.decode(), None, [address]).send()
    return PostAnswer(250, None)
