"""Between datetimes (database, wire) and milliseconds (clocks). Nothing here reads the time."""

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def to_ms(moment: datetime) -> int:
    """Milliseconds since 1970, rounded down."""
    return (moment - EPOCH) // MILLISECOND


def from_ms(ms: int) -> datetime:
    """The moment, in UTC."""
    return EPOCH + timedelta(milliseconds=ms)


def from_ms_or_none(ms: int | None) -> datetime | None:
    return None if ms is None else from_ms(ms)


def to_ms_or_none(moment: datetime | None) -> int | None:
    return None if moment is None else to_ms(moment)


def iso(ms: int) -> str:
    """As written on the wire: 2026-07-01T12:00:00.250Z."""
    return from_ms(ms).isoformat(timespec="milliseconds").replace("+00:00", "Z")
