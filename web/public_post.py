"""POST to an address that came from outside: https alone, to public addresses alone, and no redirect is followed.

A name is resolved once. The connection goes to the address that was checked, so another answer of DNS changes nothing.
"""

import http.client
import ipaddress
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from threading import Timer
from urllib.parse import SplitResult, urlsplit

PORT = 443
TIMEOUT_S = 5
DEADLINE_S = 10
MOST_READ = 16_384
MOST_KEPT = 8
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

    def __init__(self) -> None:
        self._kept: dict[str, _PinnedConnection] = {}

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostAnswer:
        """Send and read the answer, ten seconds at the most. Every failure of the network is an OSError."""
        parts = _parts(url)
        host, path = (
            parts.hostname or "",
            f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}",
        )
        kept = self._kept.pop(host, None)
        if kept is not None:
            with suppress(_EndedError):  # the other side has closed it meanwhile
                return self._ask(kept, host, path, body, headers)
        return self._ask(_PinnedConnection(host, public_address(url)), host, path, body, headers)

    def close(self) -> None:
        while self._kept:
            self._kept.popitem()[1].close()

    def _ask(
        self,
        connection: "_PinnedConnection",
        host: str,
        path: str,
        body: bytes,
        headers: Mapping[str, str],
    ) -> PostAnswer:
        is_kept = False
        try:
            with connection.within_deadline():
                connection.request("POST", path, body, dict(headers))
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


def public_address(url: str) -> str:
    """The network address behind this one. Refused where any of them is not public; an OSError where there is none."""
    host = _parts(url).hostname or ""
    try:
        entries = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise PrivateAddressError("not the name of a host") from None
    addresses = [str(entry[4][0]) for entry in entries]
    if not addresses or not all(is_public(address) for address in addresses):
        raise PrivateAddressError("not a public address")
    return addresses[0]


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
    """To the address that was checked; the certificate is that of the name. Cut off when the time is over."""

    def __init__(self, host: str, address: str) -> None:
        super().__init__(host, PORT, timeout=TIMEOUT_S)
        self._address = address

    def connect(self) -> None:
        raw = socket.create_connection((self._address, self.port), TIMEOUT_S)
        try:
            self.sock = tls_context().wrap_socket(
                raw, server_hostname=self.host, do_handshake_on_connect=False
            )
        except BaseException:
            raw.close()
            raise

    @contextmanager
    def within_deadline(self) -> Iterator[None]:
        """Connected; what is done inside ends after DEADLINE_S, the handshake of a new connection too."""
        is_new = self.sock is None
        if is_new:
            self.connect()
        timer = Timer(DEADLINE_S, _cut, (self.sock,))
        timer.daemon = True
        timer.start()
        try:
            if is_new:
                self.sock.do_handshake()
            yield
        finally:
            timer.cancel()


def _cut(connected: socket.socket) -> None:
    """Whoever reads from it gets its end. The TLS layer is left alone: another thread is in it."""
    with suppress(OSError):
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
