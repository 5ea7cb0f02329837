"""The lobby as a stream: everybody who looks at the open challenges hears within a second which have come and gone.

One query every quarter of a second a process, whatever the number of readers, and none without readers. A new row is drawn
once for each language that somebody reads. Nothing on the stream is personal: the page adds what the reader may do.
"""

import asyncio
from collections.abc import Iterable

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.rating_chips import ratings_of
from games.live.http import Receive, Send
from games.live.stream_reader import KEEP_ALIVE, KEEP_ALIVE_S, StreamReader, event
from games.live.threads import DatabaseThreads
from games.selectors.lobby import open_matches, shown_challenges, visitor_row

POLL_EVERY_S = 0.25
READERS_AT_ONCE = 10
"""How many readers get an event before the moves that wait have their turn."""
SPREAD_S = 0.55
"""The longest time over which one event is spread, pauses included: what a reader sees is at most so much later."""
PAUSE_SHARE = 3
"""A pause is this many times as long as the sends before it, so that moves keep three quarters of the loop."""
Rows = dict[str, dict[str, str]]
"""By language, by challenge: the row as HTML."""


class LobbyFeed:
    """All readers of the lobby in this process. Everything but the reads of the database runs on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._readers: set[StreamReader] = set()
        self._shown: list[str] | None = None

    def __len__(self) -> int:
        return len(self._readers)

    async def listen(self, language: str, receive: Receive, send: Send) -> None:
        """Serve one stream until it ends. It begins with the numbers of all challenges that are shown."""
        reader = StreamReader(language, receive, send)
        if self._shown is None:
            self._shown = await self._threads.read(shown_challenges)
        self._readers.add(reader)
        try:
            await reader.run(event("challenges", self._shown))
        finally:
            self._readers.discard(reader)

    async def poll(self) -> None:
        """Tell the readers what has changed since the last time. After a failed read the next poll tells them."""
        if not self._readers:
            self._shown = None
            return
        shown = await self._threads.read(shown_challenges)
        before, now = set(self._shown or ()), set(shown)
        gone = sorted(before - now)
        fresh = [number for number in shown if number not in before]
        if fresh or gone:
            languages = {reader.topic for reader in self._readers} if fresh else set()
            rows = await self._threads.read(_rows, languages, fresh) if fresh else {}
            self._shown = shown  # who comes meanwhile begins with these
            await self._send_changes(gone, rows)
        self._shown = shown

    async def _send_changes(self, gone: list[str], rows: Rows) -> None:
        """Thousands of streams at once would hold up every move: a few at a time, with pauses for the moves between them."""
        chunks: dict[str, bytes] = {}
        readers = list(self._readers)
        clock = asyncio.get_running_loop().time
        ends = clock() + SPREAD_S
        for start in range(0, len(readers), READERS_AT_ONCE):
            began = clock()
            for reader in readers[start : start + READERS_AT_ONCE]:
                language = reader.topic
                if language not in chunks:
                    fresh = rows.get(language, {})
                    chunks[language] = event("change", {"gone": gone, "fresh": fresh})
                reader.push(chunks[language])
            left = len(readers) - start - READERS_AT_ONCE
            if left > 0:
                await asyncio.sleep(0)  # the loop writes to the sockets now
                share = max(ends - clock(), 0.0) * READERS_AT_ONCE / left
                await asyncio.sleep(min(PAUSE_SHARE * (clock() - began), share))

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
    matches = open_matches(fresh)
    ratings = ratings_of({visitor_row(match).player.pk for match in matches})
    drawn: Rows = {}
    for language in languages:
        with translation.override(language):
            rows = [visitor_row(match) for match in matches]
            drawn[language] = {
                str(row.match): render_to_string(
                    "games/play_lobby_row.html", {"row": row, "ratings": ratings}
                )
                for row in rows
            }
    return drawn
