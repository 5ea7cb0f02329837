"""The network of a sweep of webhooks. The database is left to the sweep.

Requests are sent in a process of their own (web/post_senders.py), emails by threads.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from django.core.mail import EmailMessage

from web.post_pool import Attempt, PostRequest, word_of
from web.post_senders import PostSenders
from web.public_post import PostAnswer

T = TypeVar("T")
MAIL_THREADS = 4


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or an email with this subject where its address begins with mailto."""

    request: PostRequest
    subject: str = ""

    @property
    def is_email(self) -> bool:
        return self.request.url.startswith("mailto:")


class Senders(PostSenders[T]):
    """So many threads at a time, and as long as `deadline_s` for each message. For the thread of the sweep alone; `T` is what a
    message belongs to."""

    def __init__(self, threads: int, deadline_s: float) -> None:
        super().__init__(threads, deadline_s)
        self._mail = ThreadPoolExecutor(MAIL_THREADS, "webhook-mail")

    def __enter__(self) -> "Senders[T]":
        return self

    def __exit__(self, *_: object) -> None:
        self._mail.shutdown()
        self.close()

    def send(self, messages: Sequence[tuple[T, Message]]) -> None:
        """Each as soon as a thread is free."""
        for owner, message in messages:
            if message.is_email:
                self.in_flight += 1
                self._mail.submit(self._send_email, owner, message)
        self.post_all([(owner, each.request) for owner, each in messages if not each.is_email])

    def _send_email(self, owner: T, message: Message) -> None:
        self._report(owner, _mailed(message))


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
