"""The network of a sweep of webhooks. The database is left to the sweep.

Requests are sent in a process of their own: beside the sweep, which writes messages and settles them meanwhile, and beside
moves where the worker is in the process that serves them. Connections last from one sweep to the next.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Generic, TypeVar

from django.conf import settings
from django.core.mail import EmailMessage

from web.post_pool import Attempt, PostPool, PostRequest, word_of
from web.post_process import PostProcess
from web.public_post import PostAnswer

T = TypeVar("T")
MAIL_THREADS = 4
_process = PostProcess()


def warm_up() -> None:
    """Something will be sent soon: the process for it starts meanwhile."""
    if settings.POSTS_IN_PROCESS:
        _process.warm_up()


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or an email with this subject where its address begins with mailto."""

    request: PostRequest
    subject: str = ""

    @property
    def is_email(self) -> bool:
        return self.request.url.startswith("mailto:")


class Senders(Generic[T]):
    """So many threads at a time, and as long as `deadline_s` for each message. For the thread of the sweep alone; `T` is what a
    message belongs to."""

    def __init__(self, threads: int, deadline_s: float) -> None:
        self._terms = threads, deadline_s
        self._pool = None if settings.POSTS_IN_PROCESS else PostPool(threads, deadline_s)
        self._mail = ThreadPoolExecutor(MAIL_THREADS, "webhook-mail")
        self._finished: SimpleQueue[tuple[T, Attempt]] = SimpleQueue()
        self.in_flight = 0

    def __enter__(self) -> "Senders[T]":
        return self

    def __exit__(self, *_: object) -> None:
        self._mail.shutdown()
        if self._pool is not None:
            self._pool.close()

    def send(self, owner: T, message: Message) -> None:
        """As soon as a thread is free."""
        self.in_flight += 1
        report = partial(self._report, owner)
        if message.is_email:
            self._mail.submit(lambda: report(_mailed(message)))
        elif self._pool is not None:
            self._pool.post(message.request, report)
        else:
            _process.post(message.request, report, *self._terms)

    def finished(self, most: int, within_s: float) -> list[tuple[T, Attempt]]:
        """What became of messages: of so many, of those that are finished within this time, or of all that are in flight."""
        done: list[tuple[T, Attempt]] = []
        until = monotonic() + within_s
        with suppress(Empty):
            while self.in_flight and len(done) < most:
                done.append(self._finished.get(timeout=max(0.0, until - monotonic())))
                self.in_flight -= 1
        return done

    def _report(self, owner: T, attempt: Attempt) -> None:
        self._finished.put((owner, attempt))


def _mailed(message: Message) -> Attempt:
    """Whether the mail server has taken it."""
    began, answer, error = monotonic(), None, ""
    address = message.request.url.removeprefix("mailto:")
    try:
        EmailMessage(message.subject, message.request.body.decode(), None, [address]).send()
        answer = PostAnswer(250, None)
    except Exception as failure:  # settled with the row that it is about
        error = word_of(failure)
    return Attempt(answer, error, round((monotonic() - began) * 1000))
