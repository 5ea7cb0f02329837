"""A ZIP made while it is sent: one file in memory at a time, and few archives at a time in each process."""

import time
from collections.abc import Generator, Iterable, Iterator
from datetime import datetime
from threading import Lock
from weakref import WeakSet
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from web.errors import DomainError

AT_ONCE = 4  # a reader may have gone without the server noticing
FOR_ONE = 1  # of those, for one address
PAUSE_S = 0.002  # after each file: others of this process get their turn
IDLE_S = 20.0  # a reader who takes nothing for so long stands in nobody's way
_guard = Lock()
_made: WeakSet["Archive"] = WeakSet()


class _Sink:
    """What the archive writes to; never goes back, so it can be sent at once."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


class Archive:
    """The bytes of a ZIP of (path, text), to be iterated once and closed; DomainError when too many are made.

    `network` is where the reader is: nobody takes all places.
    """

    def __init__(self, files: Iterable[tuple[str, str]], made: datetime, network: str = "") -> None:
        self._network = network
        self._asked_at = time.monotonic()
        self._bytes = _zipped(files, made)
        with _guard:
            others = [other for other in _made if self._asked_at - other._asked_at < IDLE_S]
            same = [other for other in others if network and other._network == network]
            if len(same) >= FOR_ONE or len(others) >= AT_ONCE:
                raise DomainError(
                    "busy", _("Another archive is being created. Try again in a minute."), 503
                )
            _made.add(self)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._bytes)
        finally:
            self._asked_at = time.monotonic()

    def close(self) -> None:
        """Called by Django when the answer is sent or given up."""
        self._bytes.close()
        with _guard:
            _made.discard(self)


def _zipped(files: Iterable[tuple[str, str]], made: datetime) -> Generator[bytes, None, None]:
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]  # writes and flushes only
        for path, text in files:
            about = ZipInfo(path, made.timetuple()[:6])
            about.compress_type = ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, text)
            yield sink.take()
            time.sleep(PAUSE_S)
    yield sink.take()
