"""What a live process did lately, written down now and then for the staff's dashboard. Not called by any move."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import ProcessMinute

KEPT = timedelta(days=2)


def write_minute(
    process: str, now: datetime, *, seconds: float, answered: Sequence[int], listeners: int
) -> None:
    """One row: what was answered in the last so many seconds; rows older than two days go."""
    ProcessMinute.objects.create(
        process=process, at=now, seconds=seconds, answered=list(answered), listeners=listeners
    )
    ProcessMinute.objects.filter(at__lt=now - KEPT).delete()
