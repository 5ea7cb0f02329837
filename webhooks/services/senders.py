"""The network of a sweep of webhooks: threads, each with connections of its own. The database is left to the sweep."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic

from django.core.mail import EmailMessage

from web.public_post import PostAnswer, Poster, PrivateAddressError


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


class Senders:
    """So many threads, and as long as `deadline_s` for each message."""

    def __init__(self, threads: int, deadline_s: float) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="webhook")
        self._posters: SimpleQueue[Poster] = SimpleQueue()
        for _ in range(threads):
            self._posters.put(Poster(deadline_s))

    def __enter__(self) -> "Senders":
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        while not self._posters.empty():
            self._posters.get().close()

    def attempts(self, messages: Sequence[Message], until: float) -> list[Attempt | None]:
        """What became of each, in its place; None for those that were not begun before `until`, of the monotonic clock."""
        return list(self._pool.map(lambda message: self._attempt(message, until), messages))

    def _attempt(self, message: Message, until: float) -> Attempt | None:
        began = monotonic()
        if began >= until:
            return None
        poster = self._posters.get()
        answer: PostAnswer | Exception
        try:
            if message.is_email:
                answer = _mailed(message)
            else:
                answer = poster.post(message.url, message.body, message.headers, message.method)
        except Exception as error:  # settled with the row that it is about
            answer = error
        finally:
            self._posters.put(poster)
        return Attempt(answer, round((monotonic() - began) * 1000))


def _mailed(message: Message) -> PostAnswer:
    """The mail server has taken it. Every failure is an OSError."""
    address = message.url.removeprefix("mailto:")
    EmailMessage(message.subject, message.body.decode(), None, [address]).send()
    return PostAnswer(250, None)
