"""The lobby as a stream: everybody who looks at the open challenges hears within a second which have come and gone.

One query every quarter of a second a process, whatever the number of readers, and none without readers. A new row is drawn
once for each language that somebody reads. Nothing on the stream is personal: the page adds what the reader may do.
"""

import asyncio
import logging
from collections.abc import Iterable

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.rating_chips import ratings_of
from games.live.http import Receive, Send, dump
from games.live.listener import HEAD
from games.live.threads import DatabaseThreads
from games.selectors.lobby import lobby, shown_challenges

logger = logging.getLogger(__name__)

POLL_EVERY_S = 0.25
READERS_AT_ONCE = 25
"""How many readers are told before the moves that wait have their turn."""
KEEP_ALIVE_S = 15.0
QUEUE_LIMIT = 32
KEEP_ALIVE = b": keep-alive\n\n"
Rows = dict[str, dict[str, str]]
"""By language, by challenge: the row as HTML."""


class LobbyReader:
    """One open stream. One that is too slow loses its queue and is ended; its page comes back for the whole list."""

    __slots__ = ("_is_closing", "_queue", "_receive", "_send", "language", "sent_at")

    def __init__(self, language: str, receive: Receive, send: Send) -> None:
        self.language, self._receive, self._send = language, receive, send
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE_LIMIT)
        self._is_closing = False
        self.sent_at = asyncio.get_running_loop().time()

    def push(self, chunk: bytes) -> None:
        """Queue an event; the queue never grows beyond QUEUE_LIMIT."""
        if self._queue.full():
            self.close()
        elif not self._is_closing:
            self._queue.put_nowait(chunk)

    def close(self) -> None:
        """End the stream as soon as what is being sent has been taken."""
        self._is_closing = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def run(self) -> None:
        """Hand out what comes until either side hangs up."""
        await self._send({"type": "http.response.start", "status": 200, "headers": HEAD})
        sending = asyncio.create_task(self._hand_out())
        try:
            while (await self._receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            logger.debug("a stream of the lobby was cut off by the server's stop")
        finally:
            sending.cancel()

    async def _hand_out(self) -> None:
        while (chunk := await self._queue.get()) is not None:
            await self._send({"type": "http.response.body", "body": chunk, "more_body": True})
            self.sent_at = asyncio.get_running_loop().time()
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


class LobbyFeed:
    """All readers of the lobby in this process. Everything but the reads of the database runs on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._readers: set[LobbyReader] = set()
        self._shown: list[str] | None = None

    def __len__(self) -> int:
        return len(self._readers)

    async def listen(self, language: str, receive: Receive, send: Send) -> None:
        """Serve one stream until it ends. It begins with the numbers of all challenges that are shown."""
        reader = LobbyReader(language, receive, send)
        if self._shown is None:
            self._shown = await self._threads.read(shown_challenges)
        reader.push(_event("challenges", self._shown))
        self._readers.add(reader)
        try:
            await reader.run()
        finally:
            self._readers.discard(reader)

    async def poll(self) -> None:
        """Tell the readers what has changed since the last time. After a failed read the next poll tells them."""
        if not self._readers:
            self._shown = None
            return
        shown = await self._threads.read(shown_challenges)
        before = self._shown or []
        gone = [number for number in before if number not in set(shown)]
        fresh = [number for number in shown if number not in set(before)]
        if fresh or gone:
            languages = {reader.language for reader in self._readers} if fresh else set()
            rows = await self._threads.read(_rows, languages, fresh) if fresh else {}
            self._shown = shown  # who comes meanwhile begins with these
            await self._send_changes(gone, rows)
        self._shown = shown

    async def _send_changes(self, gone: list[str], rows: Rows) -> None:
        """Thousands of streams at once would hold up every move, so they are told a few at a time."""
        chunks: dict[str, bytes] = {}
        for number, reader in enumerate(list(self._readers), start=1):
            language = reader.language
            if language not in chunks:
                fresh = rows.get(language, {})
                chunks[language] = _event("change", {"gone": gone, "fresh": fresh})
            reader.push(chunks[language])
            if number % READERS_AT_ONCE == 0:
                await asyncio.sleep(0)

    def keep_alive(self) -> None:
        """Send a comment to those who heard nothing for a while, so that no proxy ends their stream."""
        now = asyncio.get_running_loop().time()
        for reader in self._readers:
            if now - reader.sent_at >= KEEP_ALIVE_S:
                reader.push(KEEP_ALIVE)

    def close_all(self) -> None:
        for reader in self._readers:
            reader.close()


def known_language(text: str) -> str:
    """The code of one of the site's languages; English for anything else."""
    return text if text in dict(settings.LANGUAGES) else "en"


def _rows(languages: Iterable[str], fresh: list[str]) -> Rows:
    """The new rows in each language. In a database thread."""
    drawn: Rows = {}
    for language in languages:
        with translation.override(language):
            rows = [row for row in lobby(None) if str(row.match) in set(fresh)]
            ratings = ratings_of({row.player.pk for row in rows})
            drawn[language] = {
                str(row.match): render_to_string(
                    "games/play_lobby_row.html", {"row": row, "ratings": ratings}
                )
                for row in rows
            }
    return drawn


def _event(name: str, data: object) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), dump(data))
