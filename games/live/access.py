"""Whether somebody let in may stay: access versions, suspensions and revoked tokens, every two seconds.

One query for all users known here and one for all tokens, so that a raised version closes streams and
refuses actions within five seconds.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic

from django.utils import timezone

from accounts.models import ApiToken, User
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer

FRESH_S = 4.0
FORGET_S = 120.0


@dataclass(slots=True)
class _Known:
    """A user's access version; None when he may do nothing any more."""

    version: int | None
    read_at: float
    used_at: float


def versions(user_ids: Iterable[int]) -> dict[int, int]:
    """The access versions of those users who are active and not suspended."""
    rows = User.objects.filter(id__in=list(user_ids), is_active=True, suspended_at=None)
    return dict(rows.values_list("id", "access_version"))


def living_tokens(token_ids: Iterable[int]) -> set[int]:
    rows = ApiToken.objects.filter(id__in=list(token_ids)).exclude(expires_at__lte=timezone.now())
    return set(rows.values_list("id", flat=True))


class Access:
    """What this process knows of the users and tokens it has let in."""

    def __init__(self, threads: DatabaseThreads) -> None:
        self._threads = threads
        self._users: dict[int, _Known] = {}
        self._asked: set[int] = set()
        self._asking: asyncio.Task[None] | None = None
        self._dead_tokens: set[int] = set()

    async def admits(self, viewer: Viewer) -> bool:
        """Whether this viewer may still be here, from what was read in the last four seconds."""
        if viewer.user_id is None:
            return True
        known = self._users.get(viewer.user_id)
        while known is None or monotonic() - known.read_at > FRESH_S:
            await self._ask(viewer.user_id)
            known = self._users.get(viewer.user_id)
        known.used_at = monotonic()
        return self.still_admits(viewer)

    def still_admits(self, viewer: Viewer) -> bool:
        """The same without waiting, from what is known."""
        known = self._users.get(viewer.user_id) if viewer.user_id is not None else None
        if known is not None and known.version != viewer.access_version:
            return False
        return viewer.token_id not in self._dead_tokens

    async def refresh(self, present: Iterable[Viewer]) -> None:
        """Read everybody who is connected or was here in the last two minutes."""
        now = monotonic()
        listening = list(present)
        for viewer in listening:
            if viewer.user_id in self._users:
                self._users[viewer.user_id].used_at = now
        self._users = {u: k for u, k in self._users.items() if now - k.used_at < FORGET_S}
        if self._users:
            await self._read(set(self._users))
        tokens = {viewer.token_id for viewer in listening if viewer.token_id is not None}
        self._dead_tokens = tokens - (
            await self._threads.read(living_tokens, tokens) if tokens else set()
        )

    async def _ask(self, user_id: int) -> None:
        """One query for all who are asked for at the same time."""
        self._asked.add(user_id)
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

    async def _read(self, user_ids: set[int]) -> None:
        read_at = monotonic()
        found = await self._threads.read(versions, user_ids)
        for user_id in user_ids:
            old = self._users.get(user_id)
            used_at = old.used_at if old is not None else read_at
            self._users[user_id] = _Known(found.get(user_id), read_at, used_at)
