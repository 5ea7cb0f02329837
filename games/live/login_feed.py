"""The stream of a login: its matches, challenges, turns, results and unread notifications, so that a program polls nothing.

While somebody listens, and for a minute after, each process reads twice a second what has changed for all these logins,
together. So a reader who comes back within the minute with `Last-Event-ID` goes on without a gap. Otherwise the stream says
`reset` and begins with the state.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.live.auth import unauthorized
from games.live.http import HttpError, Receive, Scope, Send, header, retry_after
from games.live.login_events import (
    RESET,
    STATE,
    UNREAD,
    LoginEvent,
    differences,
    state_data,
    written,
)
from games.live.rate_limiter import too_many
from games.live.stream_reader import KEEP_ALIVE, KEEP_ALIVE_S, StreamReader, event
from games.live.threads import DatabaseThreads
from games.live.tokens import Login, living_logins, login_of
from games.selectors.login_state import (
    LoginState,
    OwnMatchFacts,
    login_states,
    match_facts,
    opening_facts,
)

logger = logging.getLogger(__name__)

POLL_EVERY_S = 0.5
TOKENS_EVERY_S = 2.0
MOST_STREAMS = 10
"""Of one login in this process."""
MOST_READERS = 5000
"""Of all logins in this process."""
FULL_AGAIN_S = 30
BACKLOG = 500
"""So many events of a login are kept."""
KEPT_S = 60.0
"""For so long after its last reader has left, a stream is read on."""
MOST_KEPT = 1000
"""Streams without a reader."""
RESULTS_OF = timedelta(days=1)


@dataclass(slots=True)
class LoginStream:
    """One login's last state, with the number of the event that led to it and the events before. Each reader has the number
    of its token. Numbers mean nothing under another `mark`."""

    user_id: int
    state: LoginState
    number: int = 0
    backlog: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=BACKLOG))
    readers: dict[StreamReader, int] = field(default_factory=dict)
    left_at: float = 0.0
    mark: str = field(default_factory=lambda: secrets.token_hex(5))

    @property
    def event_id(self) -> str:
        """Of the last event."""
        return f"{self.mark}-{self.number}"

    def after(self, number: int) -> bytes | None:
        """Everything after this event; None where some of it is no longer kept."""
        oldest = self.number - len(self.backlog)
        if not oldest <= number <= self.number:
            return None
        return b"".join(chunk for each, chunk in self.backlog if each > number)


class LoginFeed:
    """All readers of their own streams in this process. Everything but the reads of the database runs on the loop."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._streams: dict[int, LoginStream] = {}
        self._asked: set[int] = set()
        self._refreshing = asyncio.Lock()

    def __len__(self) -> int:
        return sum(len(stream.readers) for stream in self._streams.values())

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream until it ends. Refused: token_needed, token_refused, token_scope, too_many_streams."""
        login = await self._login(scope)
        if len(self) >= MOST_READERS:
            raise too_many(FULL_AGAIN_S)
        stream = await self._refreshed(login.user_id)
        if len(stream.readers) >= MOST_STREAMS:
            detail = _("Too many open connections. Close other windows and try again.")
            raise HttpError(429, "too_many_streams", detail, headers=retry_after(FULL_AGAIN_S))
        reader = StreamReader(str(login.user_id), receive, send)
        stream.readers[reader] = login.token_id
        try:
            await reader.run(await self._opening(stream, header(scope, b"last-event-id")))
        finally:
            stream.readers.pop(reader, None)
            stream.left_at = asyncio.get_running_loop().time()

    async def _login(self, scope: Scope) -> Login:
        kind, _space, text = header(scope, b"authorization").partition(" ")
        if kind.lower() not in {"token", "bearer"}:
            raise unauthorized("token_needed", "Send a token.")
        login = await self._threads.read(login_of, text.strip())
        if login is None:
            raise unauthorized("token_refused", "This token is unknown, expired or revoked.")
        if not login.may_read:
            raise HttpError(403, "token_scope", "This token lacks the scope for that.")
        return login

    async def _opening(self, stream: LoginStream, last_id: str) -> bytes:
        """What a reader is sent first: what it has missed since its last event, or the state."""
        mark, _dash, number = last_id.partition("-")
        if mark == stream.mark and number.isascii() and number.isdigit() and len(number) < 16:
            missed = stream.after(int(number))
            if missed is not None:
                return missed or KEEP_ALIVE
        state, event_id = stream.state, stream.event_id
        since = timezone.now() - RESULTS_OF
        read = self._threads.read
        opening = await read(opening_facts, stream.user_id, state.matches, since)
        data = state_data(state, opening)
        return (event(RESET, {}) if last_id else b"") + event(STATE, data, event_id)

    async def poll(self) -> None:
        """Send what has changed since the last time. After a failed read the next poll sends it."""
        async with self._refreshing:
            self._forget()
            if self._streams:
                await self._refresh(list(self._streams))

    async def _refreshed(self, user_id: int) -> LoginStream:
        """The stream of this login as it is now. Those who come at the same time are read together."""
        self._asked.add(user_id)
        async with self._refreshing:
            if user_id in self._asked or user_id not in self._streams:
                asked = {*self._asked, user_id}
                await self._refresh(asked)
                self._asked -= asked
            return self._streams[user_id]

    async def _refresh(self, user_ids: Collection[int]) -> None:
        """Under the lock: a state that was read earlier never replaces a newer one."""
        states = await self._threads.read(login_states, user_ids)
        happened = {
            pk: differences(self._streams[pk].state, state)
            for pk, state in states.items()
            if pk in self._streams
        }
        about = {each.own.match for events in happened.values() for each in events}
        facts = await self._threads.read(match_facts, about) if about else OwnMatchFacts()
        for pk, state in states.items():
            stream = self._streams.get(pk)
            if stream is None:
                self._begin(pk, state)
                continue
            try:
                self._send(stream, state, happened[pk], facts)
            except Exception:  # the other logins still hear of what happens to them
                logger.exception("the stream of login %d begins anew", pk)
                self._begin(pk, state)
                for reader in list(stream.readers):
                    reader.close()

    def _begin(self, user_id: int, state: LoginState) -> None:
        now = asyncio.get_running_loop().time()
        self._streams[user_id] = LoginStream(user_id, state, left_at=now)

    def _send(
        self,
        stream: LoginStream,
        state: LoginState,
        happened: Iterable[LoginEvent],
        facts: OwnMatchFacts,
    ) -> None:
        for each in happened:
            message = written(each, facts)
            if message is not None:
                self._push(stream, *message)
        if state.unread != stream.state.unread:
            self._push(stream, UNREAD, {"count": state.unread})
        stream.state = state

    def _push(self, stream: LoginStream, name: str, data: object) -> None:
        stream.number += 1
        chunk = event(name, data, stream.event_id)
        stream.backlog.append((stream.number, chunk))
        for reader in list(stream.readers):
            reader.push(chunk)

    def _forget(self) -> None:
        """Under the lock: streams that nobody has listened to for a while; where there are too many, those left first."""
        now = asyncio.get_running_loop().time()
        empty = [stream for stream in self._streams.values() if not stream.readers]
        empty.sort(key=lambda stream: stream.left_at)
        for at, stream in enumerate(empty):
            if len(empty) - at > MOST_KEPT or now - stream.left_at > KEPT_S:
                del self._streams[stream.user_id]

    async def end_dead_tokens(self) -> None:
        """End the streams whose token has ended, or whose account may no longer log in."""
        tokens = {token for stream in self._streams.values() for token in stream.readers.values()}
        if not tokens:
            return
        alive = await self._threads.read(living_logins, tokens)
        for stream in self._streams.values():
            for reader, token in list(stream.readers.items()):
                if token in tokens and token not in alive:
                    reader.close()

    def keep_alive(self) -> None:
        """Send a comment to those who heard nothing for a while, so that no proxy ends their stream."""
        now = asyncio.get_running_loop().time()
        for reader in self._all():
            if now - reader.sent_at >= KEEP_ALIVE_S:
                reader.push(KEEP_ALIVE)

    def close_all(self) -> None:
        for reader in self._all():
            reader.close()

    def _all(self) -> list[StreamReader]:
        return [reader for stream in self._streams.values() for reader in stream.readers]
