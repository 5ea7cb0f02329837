"""POST, or PUT, to an address that came from outside: https alone, to public addresses alone, and no redirect is followed.

A name is resolved once for each connection, which goes to an address that was checked: another answer of DNS changes
nothing.
"""

import http.client
import ipaddress
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from web.deadlines import DeadlineWatcher

PORT = 443
TIMEOUT_S = 5
DEADLINE_S = 10
MOST_READ = 16_384
MOST_KEPT = 8
_deadlines = DeadlineWatcher()
_ADDRESS = re.compile(r"https://[!-~]+")
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


class PrivateAddressError(Exception):
    """The address is not https on the usual port, or leads to a network that is not public."""


@dataclass(frozen=True, slots=True)
class PostAnswer:
    """What the other side answered. `retry_after` is in seconds, where it was given so."""

    status: int
    retry_after: int | None


class Poster:
    """Posts one after the other, over a connection to each host that is kept until `close`. For one thread at a time."""

    def __init__(self, deadline_s: float | None = None) -> None:
        """`deadline_s` of each message, DEADLINE_S unless given."""
        self._kept: dict[str, _PinnedConnection] = {}
        self._deadline_s = deadline_s

    def post(
        self, url: str, body: bytes, headers: Mapping[str, str], method: str = "POST"
    ) -> PostAnswer:
        """Send and read the answer within the deadline in all: looking up the name, connecting, and sending once more where the
        other side had closed a kept connection. Every failure of the network is an OSError, no answer in time a TimeoutError."""
        until = monotonic() + (DEADLINE_S if self._deadline_s is None else self._deadline_s)
        parts = _parts(url)
        host, path = (
            parts.hostname or "",
            f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}",
        )
        kept = self._kept.pop(host, None)
        if kept is not None:
            kept.until = until
            with suppress(_EndedError):  # the other side has closed it meanwhile
                return self._ask(kept, host, (method, path), body, headers)
        fresh = _PinnedConnection(host, public_addresses(url, until), until)
        return self._ask(fresh, host, (method, path), body, headers)

    def close(self) -> None:
        while self._kept:
            self._kept.popitem()[1].close()

    def _ask(
        self,
        connection: "_PinnedConnection",
        host: str,
        line: tuple[str, str],
        body: bytes,
        headers: Mapping[str, str],
    ) -> PostAnswer:
        is_kept = False
        try:
            with connection.within_deadline():
                connection.request(*line, body, dict(headers))
                answer = connection.getresponse()
                rest = answer.read(MOST_READ + 1)
            is_kept = (
                len(rest) <= MOST_READ and not answer.will_close and len(self._kept) < MOST_KEPT
            )
            wait = answer.headers.get("Retry-After", "")
            is_number = wait.isascii() and wait.isdigit()
            return PostAnswer(answer.status, int(wait[:9]) if is_number else None)
        except (ConnectionResetError, BrokenPipeError, ssl.SSLEOFError) as error:
            raise _EndedError(str(error)) from error
        except (http.client.HTTPException, ValueError) as error:
            raise OSError(f"unreadable answer: {type(error).__name__}") from error
        finally:
            if is_kept:
                self._kept[host] = connection
            else:
                connection.close()


class _EndedError(OSError):
    """The other side has closed the connection without an answer."""


def https_host(url: str) -> str:
    """The host that it names, in lower case. Refused where the address is not https on the usual port."""
    return _parts(url).hostname or ""


def public_addresses(url: str, until: float | None = None) -> list[str]:
    """The network addresses behind this one. Refused where any of them is not public; an OSError where there is none, or
    none in time (`until`, of the monotonic clock)."""
    host = _parts(url).hostname or ""
    addresses = _looked_up(host, monotonic() + DEADLINE_S if until is None else until)
    if not addresses or not all(is_public(address) for address in addresses):
        raise PrivateAddressError("not a public address")
    return addresses


def _looked_up(host: str, until: float) -> list[str]:
    """In a thread of its own, which is left to itself when the time is over: the system's look-up knows no deadline."""
    answers: SimpleQueue[list[str] | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            entries = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
            answers.put(list(dict.fromkeys(str(entry[4][0]) for entry in entries)))
        except Exception as error:  # raised in the thread that waits
            answers.put(error)

    Thread(target=look_up, name="look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=max(0.0, until - monotonic()))
    except Empty:
        raise TimeoutError("the name was not looked up in time") from None
    if isinstance(answer, UnicodeError):
        raise PrivateAddressError("not the name of a host")
    if isinstance(answer, Exception):
        raise answer
    return answer


def is_public(address: str) -> bool:
    """Neither private, loopback, link-local, shared, reserved nor multicast, nor an IPv4 address inside one of IPv6."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and (
        ip not in _GLOBAL_UNICAST or ip.sixtofour is not None or ip.teredo is not None
    ):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


@cache
def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        is_usual = bool(parts.hostname) and parts.port in (None, PORT)
    except ValueError:
        raise PrivateAddressError("not an address") from None
    if not _ADDRESS.fullmatch(url) or not is_usual or "@" in parts.netloc:
        raise PrivateAddressError("not an https address on the usual port")
    return parts


class _PinnedConnection(http.client.HTTPSConnection):
    """To one of the addresses that were checked; the certificate is that of the name. Cut off when the time is over."""

    def __init__(self, host: str, addresses: list[str], until: float) -> None:
        # Without one it would make a context of its own and read all certificates of the system, for each connection.
        super().__init__(host, PORT, timeout=TIMEOUT_S, context=tls_context())
        self._addresses = addresses
        self.until = until

    def connect(self) -> None:
        raw = self._connected()
        try:
            self.sock = tls_context().wrap_socket(
                raw, server_hostname=self.host, do_handshake_on_connect=False
            )
        except BaseException:
            raw.close()
            raise

    def _connected(self) -> socket.socket:
        """To the first address that answers."""
        failure: OSError = TimeoutError("no time left to connect")
        for address in self._addresses:
            left = self.until - monotonic()
            if left <= 0:
                break
            try:
                raw = socket.create_connection((address, self.port), min(TIMEOUT_S, left))
            except OSError as error:
                failure = error
            else:
                raw.settimeout(TIMEOUT_S)
                # Headers and body are two writes: the second must not wait for the first to be acknowledged.
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return raw
        raise failure

    @contextmanager
    def within_deadline(self) -> Iterator[None]:
        """Connected; what is done inside ends at `until`, the handshake of a new connection too: then it is a TimeoutError,
        whatever the cut connection looked like."""
        is_new = self.sock is None
        if is_new:
            self.connect()
        is_cut = Event()
        deadline = _deadlines.call_at(self.until, partial(_cut, self.sock, is_cut))
        try:
            if is_new:
                self.sock.do_handshake()
            yield
        except (OSError, http.client.HTTPException, ValueError) as error:
            if is_cut.is_set():
                raise TimeoutError("no answer in time") from error
            raise
        finally:
            deadline.cancel()
        if is_cut.is_set():
            raise TimeoutError("no answer in time")


def _cut(connected: socket.socket, is_cut: Event) -> None:
    """Whoever reads from it gets its end. The TLS layer is left alone: another thread is in it."""
    is_cut.set()
    with suppress(OSError):
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
