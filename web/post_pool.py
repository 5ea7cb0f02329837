"""Many requests to addresses that came from outside, at the same time: threads, each with connections of its own.

It needs no Django, so a process of its own can do it (post_worker.py).
"""

from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, Thread, get_ident
from time import monotonic

from web.public_post import PostAnswer, Poster, PrivateAddressError
from web.web_push import encrypted

PATIENCE_S = 0.1
"""Whoever has not answered by then is late."""
MOST_LATE = 256
UNENCRYPTABLE = "unencryptable"
"""The word for a body that cannot be encrypted: nothing was sent."""
LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """Of a browser that takes push messages, in base64url: its public key, and the secret that it shares with the site."""

    p256dh: str
    auth: str


class UnencryptableError(Exception):
    """The body is too long, or the keys are not a browser's."""


@dataclass(frozen=True, slots=True)
class PostRequest:
    """What one attempt takes to the network."""

    url: str
    body: bytes
    headers: dict[str, str]
    method: str = "POST"
    browser: BrowserKeys | None = None
    """Whoever sends it encrypts the body for this browser."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a request: an answer, or a word for the log that says why there is none; and how long it took."""

    answer: PostAnswer | None
    error: str
    duration_ms: int

    @property
    def status(self) -> int | None:
        return self.answer.status if self.answer is not None else None

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


Report = Callable[[Attempt], None]


class PostPool:
    """So many requests at a time, and as long as `deadline_s` for each. A thread whose receiver is late is replaced, so
    receivers that are dead keep nobody waiting; of such threads there are MOST_LATE at most."""

    def __init__(self, threads: int, deadline_s: float) -> None:
        self._most, self._deadline_s = threads, deadline_s
        self._waiting: SimpleQueue[tuple[PostRequest, Report] | None] = SimpleQueue()
        self._threads: set[Thread] = set()
        self._posters: list[Poster] = []
        self._lock = Lock()
        self._begun: dict[int, float] = {}
        self._late: set[int] = set()
        self._is_asked, self._is_closed = Event(), False
        self._watch = Thread(target=self._replace_late, name="post-watch", daemon=True)
        self._watch.start()

    @property
    def waiting(self) -> int:
        """How many requests wait for a thread."""
        return self._waiting.qsize()

    def post(self, request: PostRequest, report: Report) -> None:
        """As soon as a thread is free, which then calls `report`."""
        self._waiting.put((request, report))
        with self._lock:
            if len(self._threads) - len(self._late) < self._most:
                self._start()
        self._is_asked.set()

    def close(self) -> None:
        """Once what is in flight has ended. What still waits for a thread is begun by no one."""
        self._is_closed = True
        while self._waiting.qsize():
            self._waiting.get()
        self._is_asked.set()
        self._watch.join()
        with self._lock:
            threads = list(self._threads)
        for _thread in threads:
            self._waiting.put(None)
        for thread in threads:
            thread.join()
        for poster in self._posters:
            poster.close()

    def _start(self) -> None:
        """Under the lock."""
        thread = Thread(target=self._work, name="post", daemon=True)
        self._threads.add(thread)
        thread.start()

    def _replace_late(self) -> None:
        """Look at who is late while requests wait."""
        while not self._is_closed:
            self._is_asked.wait()
            if not self._waiting.qsize():
                self._is_asked.clear()
                if not self._waiting.qsize() and not self._is_closed:
                    continue  # whoever asks or closes meanwhile sets it after this
            late_since = monotonic() - PATIENCE_S
            with self._lock:
                begun = sorted(self._begun.items(), key=lambda item: item[1])
                late = [me for me, since in begun if since < late_since and me not in self._late]
                for me in late[: MOST_LATE - len(self._late)]:
                    self._late.add(me)
                    self._start()
            Event().wait(LOOK_S)

    def _work(self) -> None:
        """One request after the other. Its connections are there for the next thread when this one has been replaced."""
        me = get_ident()
        with self._lock:
            poster = self._posters.pop() if self._posters else Poster(self._deadline_s)
        while (item := self._waiting.get()) is not None:
            request, report = item
            with self._lock:
                self._begun[me] = monotonic()
            report(attempt(poster, request))
            with self._lock:
                del self._begun[me]
                if me in self._late:
                    self._late.remove(me)
                    self._threads = {each for each in self._threads if each.ident != me}
                    self._posters.append(poster)
                    return
        poster.close()


def attempt(poster: Poster, request: PostRequest) -> Attempt:
    """Post it, and give its failure a word."""
    began = monotonic()
    answer, error = None, ""
    try:
        answer = poster.post(request.url, _body(request), request.headers, request.method)
    except Exception as failure:  # written down beside what was not sent
        error = word_of(failure)
    return Attempt(answer, error, round((monotonic() - began) * 1000))


def _body(request: PostRequest) -> bytes:
    if request.browser is None:
        return request.body
    try:
        return encrypted(request.body, request.browser.p256dh, request.browser.auth)
    except ValueError as error:
        raise UnencryptableError(str(error)) from error


def word_of(failure: Exception) -> str:
    """For the log."""
    if isinstance(failure, PrivateAddressError):
        return "private_address"
    if isinstance(failure, UnencryptableError):
        return UNENCRYPTABLE
    if isinstance(failure, TimeoutError):
        return "timeout"
    return "no_connection" if isinstance(failure, OSError) else "not_sent"
