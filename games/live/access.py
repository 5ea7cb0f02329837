"""Whether somebody who was let in may stay: access versions, suspensions, log-outs and revoked tokens, every two seconds.

One query for all users who are here, one for their sessions and one for all tokens, so that a raised version or a
log-out closes streams and refuses actions within five seconds. Of those who are known the database answers only whose access has
changed: thousands sit at quiet tables.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from orjson import dumps

from accounts.models import ApiToken, User
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer
from web import bound_sql

FRESH_S = 4.0
FORGET_S = 120.0
AGAIN_S = 1.8
CHANGED_FOR_S = 30.0
"""So long after a change all streams are looked at. Whoever was let in right before it has theirs open by then: a read takes 12 s at
most (threads.py)."""
AT_ONCE = 250
"""So many of those who are not connected are read at a time."""


Key = int | str
"""A user's id, or the key of a session."""
ALIVE = 1


@dataclass(slots=True)
class _Entry:
    """The access version of a user, or ALIVE for a session; None when the key lets nobody in any more."""

    version: int | None
    read_at: float
    used_at: float


def versions(keys: Iterable[Key]) -> dict[Key, int]:
    """The access versions of those users who are active and not suspended, and ALIVE for each session that goes on."""
    users = [key for key in keys if isinstance(key, int)]
    sessions = [key for key in keys if isinstance(key, str)]
    rows = User.objects.filter(id__in=users, is_active=True, suspended_at=None)
    current: dict[Key, int] = dict(rows.values_list("id", "access_version"))
    if sessions:
        going_on = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
        current.update(dict.fromkeys(going_on.values_list("session_key", flat=True), ALIVE))
    return current


_CHANGED_USERS = {
    "postgresql": "SELECT cached.id::bigint, u.access_version FROM json_each_text(%s) AS cached(id, version)"
    ' LEFT JOIN "accounts_user" u ON u.id = cached.id::bigint AND u.is_active AND u.suspended_at IS NULL'
    " WHERE u.access_version IS DISTINCT FROM cached.version::int",
    "sqlite": "SELECT CAST(cached.key AS INTEGER), u.access_version FROM json_each(%s) AS cached"
    ' LEFT JOIN "accounts_user" u ON u.id = CAST(cached.key AS INTEGER) AND u.is_active AND u.suspended_at IS NULL'
    " WHERE u.access_version IS NOT cached.value",
}
_ENDED_SESSIONS = {
    "postgresql": "SELECT cached.key FROM json_array_elements_text(%s) AS cached(key)"
    ' LEFT JOIN "django_session" s ON s.session_key = cached.key AND s.expire_date > %s'
    " WHERE s.session_key IS NULL",
    "sqlite": "SELECT cached.value FROM json_each(%s) AS cached"
    ' LEFT JOIN "django_session" s ON s.session_key = cached.value AND s.expire_date > %s'
    " WHERE s.session_key IS NULL",
}
"""One parameter however many are asked for, and rows only of those that have changed: they are asked every two seconds."""


def changed(cached: Mapping[Key, int | None]) -> dict[Key, int | None]:
    """Of these keys, each with the version that was read of it last, those that have another now; None lets nobody in."""
    current: dict[Key, int | None] = {}
    users = {str(key): version for key, version in cached.items() if isinstance(key, int)}
    if users:
        current.update(bound_sql.fetch(_CHANGED_USERS[connection.vendor], [dumps(users).decode()]))
    refused = {key for key, version in cached.items() if isinstance(key, str) and version is None}
    sessions = [key for key in cached if isinstance(key, str) and key not in refused]
    if sessions:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        asked = [dumps(sessions).decode(), now]
        rows = bound_sql.fetch(_ENDED_SESSIONS[connection.vendor], asked)
        current.update((key, None) for (key,) in rows)
    if refused:
        current.update(versions(refused))
    return current


def _keys(viewer: Viewer) -> list[Key]:
    """What must be unchanged for this viewer to stay."""
    keys: list[Key] = [] if viewer.user_id is None else [viewer.user_id]
    return [*keys, viewer.session] if viewer.session else keys


def living_tokens(token_ids: Iterable[int]) -> set[int]:
    rows = ApiToken.objects.filter(id__in=list(token_ids)).exclude(expires_at__lte=timezone.now())
    return set(rows.values_list("id", flat=True))


class Access:
    """What this process has read of the users and tokens it has let in."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._entries: dict[Key, _Entry] = {}
        self._asked: set[Key] = set()
        self._asking: asyncio.Task[None] | None = None
        self._dead_tokens: set[int] = set()
        self._changed_at = float("-inf")

    def has_changed_lately(self) -> bool:
        """Has somebody's access changed, so that streams may have to end?"""
        return monotonic() - self._changed_at < CHANGED_FOR_S

    async def admits(self, viewer: Viewer) -> bool:
        """Whether this viewer may still be here, from what was read in the last four seconds."""
        for key in _keys(viewer):
            entry = self._entries.get(key)
            while entry is None or monotonic() - entry.read_at > FRESH_S:
                await self._ask(_keys(viewer))
                entry = self._entries.get(key)
            entry.used_at = monotonic()
        return self.still_admits(viewer)

    def still_admits(self, viewer: Viewer) -> bool:
        """The same without waiting, from what was read last."""
        for key in _keys(viewer):
            entry = self._entries.get(key)
            wanted = ALIVE if isinstance(key, str) else viewer.access_version
            if entry is not None and entry.version != wanted:
                return False
        return viewer.token_id not in self._dead_tokens

    async def refresh(self, present: Iterable[Viewer]) -> None:
        """Read again whichever of these viewers, who are connected, was read two seconds ago, their tokens, and the longest
        unread of those who are not connected. Whoever has not been here for two minutes is forgotten.
        """
        now = monotonic()
        listening = list(present)
        due: set[Key] = set()
        for key in {key for viewer in listening for key in _keys(viewer)}:
            entry = self._entries.get(key)
            if entry is not None:
                entry.used_at = now
                if now - entry.read_at >= AGAIN_S:
                    due.add(key)
        if due := due | self._longest_unread(now):
            await self._confirm({key: self._entries[key].version for key in due})
        tokens = {viewer.token_id for viewer in listening if viewer.token_id is not None}
        if tokens:
            living = await self._threads.read(living_tokens, tokens)
            dead = (self._dead_tokens - living) | (tokens - living)
            if dead != self._dead_tokens:
                self._dead_tokens, self._changed_at = dead, monotonic()

    def _longest_unread(self, now: float) -> set[Key]:
        """Entries stand in the order in which they were read."""
        due: set[Key] = set()
        for key, entry in list(islice(self._entries.items(), AT_ONCE)):
            if now - entry.used_at >= FORGET_S:
                del self._entries[key]
            elif now - entry.read_at >= AGAIN_S:
                due.add(key)
        return due

    async def _ask(self, keys: Iterable[Key]) -> None:
        """One read for all who are asked for at the same time."""
        self._asked.update(keys)
        if self._asking is None:
            self._asking = asyncio.create_task(self._read_asked())
        await asyncio.shield(self._asking)

    async def _read_asked(self) -> None:
        try:
            await asyncio.sleep(0)
            asked, self._asked = self._asked, set()
            await self._read(asked)
        finally:
            self._asking = None

    async def _read(self, keys: set[Key]) -> None:
        read_at = monotonic()
        current = await self._threads.read(versions, keys)
        for key in keys:
            old = self._entries.pop(key, None)
            used_at = old.used_at if old is not None else read_at
            entry = self._entries[key] = _Entry(current.get(key), read_at, used_at)
            if old is not None and old.version != entry.version:
                self._changed_at = monotonic()

    async def _confirm(self, cached: dict[Key, int | None]) -> None:
        """Read again what these were read as: most have not changed."""
        read_at = monotonic()
        now_different = await self._threads.read(changed, cached)
        if now_different:
            self._changed_at = monotonic()
        for key, version in cached.items():
            entry = self._entries.pop(key, None)
            if entry is None:
                entry = _Entry(version, read_at, read_at)
            entry.version = now_different.get(key, version)
            entry.read_at = read_at
            self._entries[key] = entry  # last, for they stand in the order in which they were read
