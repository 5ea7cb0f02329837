"""Whoever asks too much is sent away: first asked to wait, then cut off for some seconds at next to no cost.

Counted by credential (one ticket), by person over all tables, and for those who have not logged in by address. The limit of
an address is generous, for a club sits behind one; and it never stops those behind it who come with a ticket of their own.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from django.conf import settings
from django.utils.translation import gettext as _

from games import counters
from games.live import http
from games.live.http import HttpError, Scope, Send
from games.live.limits import CAPACITY, RateLimit
from games.live.viewer import Viewer

logger = logging.getLogger(__name__)

IN_VAIN = 20
"""Refusals within a second before somebody is cut off: people and bots who wait as asked get one."""
CLIENT_FAULTS = frozenset({400, 404, 405, 413})
CUT_OFF_S = 5.0
RETRY_RATE = 2.0
"""So many requests a second, after a few more, prolong the cut-off: whoever tries again every second comes back in."""
TARPIT_S = 0.5
TARPIT_SIZE = 500
"""So many at once of those who are cut off wait for their answer, since whoever is answered at once comes back at once."""
CLOSE = (b"connection", b"close")


class RateLimiter:
    """What this process remembers of those who ask; made once, asked on the loop."""

    def __init__(self) -> None:
        self._tickets = RateLimit(settings.LIVE_RATE, settings.LIVE_BURST)
        self._people = RateLimit(settings.LIVE_PERSON_RATE, settings.LIVE_PERSON_BURST)
        self._nonsense = RateLimit(settings.LIVE_NONSENSE_RATE, settings.LIVE_NONSENSE_BURST)
        self._patience = RateLimit(IN_VAIN, IN_VAIN)
        self._outside = RateLimit(RETRY_RATE, 5.0)
        self._cut_off: OrderedDict[Hashable, float] = OrderedDict()
        self._streams: Counter[Hashable] = Counter()
        self._waiting = 0

    def is_shut(self, scope: Scope) -> bool:
        """Cut off: by the very text of the ticket, or as a stranger from an address that floods."""
        if not self._cut_off:
            return False
        text = http.header(scope, b"authorization")
        if text and self._is_cut(text):
            return True
        return not text[:7].lower().startswith("ticket ") and self._is_cut(address_of(scope))

    def admit(self, scope: Scope, viewer: Viewer) -> None:
        """Let this request pass, or HttpError 429."""
        wait = self._tickets.wait(viewer.credential) or self._wait(person(scope, viewer))
        if wait:
            self._in_vain(http.header(scope, b"authorization"))
            raise too_many(wait)

    async def turns_away(self, scope: Scope, send: Send, status: int) -> bool:
        """A request was refused: answers it if it is too many, of an address without tickets or of a ticket that sends nonsense."""
        viewer: Viewer | None = scope.get("viewer")
        if viewer is not None:
            if status not in CLIENT_FAULTS or not self._nonsense.wait(viewer.credential):
                return False
            self._cut(http.header(scope, b"authorization"))
            await self._part(send)
            return True
        address = address_of(scope) if status < 500 else ""
        if address and self._is_cut(address):
            await self.shut(send)
            return True
        if address and self._wait(address):
            self._in_vain(address)
            await self._part(send)
            return True
        return False

    @contextmanager
    def stream(self, scope: Scope, viewer: Viewer) -> Iterator[None]:
        """Count an open stream while it lasts; HttpError 429 for one too many."""
        key = person(scope, viewer)
        limits: dict[Hashable, int] = {key: settings.LIVE_PERSON_STREAMS}
        limits[viewer.credential] = settings.LIVE_STREAMS
        with self._counted(limits, http.header(scope, b"authorization")):
            yield

    @contextmanager
    def public_stream(self, scope: Scope) -> Iterator[None]:
        """Count an open stream of somebody without a ticket; HttpError 429 for one too many of an address."""
        address = address_of(scope)
        if wait := self._wait(address):
            self._in_vain(address)
            raise too_many(wait)
        with self._counted({address: settings.LIVE_PERSON_STREAMS}, address):
            yield

    @contextmanager
    def _counted(self, limits: dict[Hashable, int], in_vain: Hashable) -> Iterator[None]:
        mine = [(key, most) for key, most in limits.items() if key]
        if any(self._streams[key] >= most for key, most in mine):
            self._in_vain(in_vain)
            raise HttpError(
                429,
                "too_many_streams",
                _("Too many open connections. Close other windows and try again."),
                headers=http.retry_after(30),
            )
        self._streams.update(key for key, _most in mine)
        try:
            yield
        finally:
            for key, _most in mine:
                self._streams[key] -= 1
                if not self._streams[key]:
                    del self._streams[key]

    async def shut(self, send: Send) -> None:
        """Keep them waiting, if there is room, and then answer with as little as possible; the server closes the connection after it."""
        if self._waiting < TARPIT_SIZE:
            self._waiting += 1
            try:
                await asyncio.sleep(TARPIT_S)
            finally:
                self._waiting -= 1
        await self._part(send)

    async def _part(self, send: Send) -> None:
        counters.refused("cut_off")
        error = too_many(CUT_OFF_S)
        await http.answer(send, 429, error.body(), [*error.headers, CLOSE])

    def _wait(self, key: Hashable) -> float:
        return self._people.wait(key) if key else 0.0

    def _in_vain(self, key: Hashable) -> None:
        if key and self._patience.wait(key):
            self._cut(key)

    def _cut(self, key: Hashable) -> None:
        self._cut_off[key] = monotonic() + CUT_OFF_S
        logger.warning("live: somebody who floods is cut off for %.0f s", CUT_OFF_S)
        if len(self._cut_off) > CAPACITY:
            self._cut_off.popitem(last=False)

    def _is_cut(self, key: Hashable) -> bool:
        until = self._cut_off.get(key)
        if until is None:
            return False
        if until > monotonic():
            if self._outside.wait(key):
                self._cut_off[key] = monotonic() + CUT_OFF_S
            return True
        del self._cut_off[key]
        return False


def person(scope: Scope, viewer: Viewer) -> Hashable:
    """The same person at all tables; whoever has not logged in is their address."""
    return address_of(scope) if viewer.user_id is None else viewer.user_id


def address_of(scope: Scope) -> str:
    """Where a request comes from, by the header of the proxy in front; "" when nobody can tell (a proxy that is not trusted)."""
    if settings.TRUST_PROXY:
        lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return network(lines[-1].rpartition(b",")[2].strip().decode("latin-1")) if lines else ""
    client = scope.get("client")
    return network(client[0]) if client else ""


@lru_cache(maxsize=4096)
def network(text: str) -> str:
    """One subscriber: an IPv4 address or the /64 of an IPv6 one; "" for this machine itself."""
    try:
        address = ip_address(text[:64].partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return "" if address.is_loopback else address.exploded[:19]
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)


def too_many(wait: float) -> HttpError:
    detail = _("Too many requests. Wait a moment.")
    return HttpError(429, "too_many_requests", detail, headers=http.retry_after(wait))
