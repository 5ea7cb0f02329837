"""Downtime is not charged: heartbeats of the processes that accept actions, and the gaps between them.

A process that accepts actions calls `beat` once at its start, before it settles anything, and then every
second. The first beat after a gap records the gap.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, Max

from games.models import Heartbeat, Match, Outage
from games.moments import to_ms

LONGEST_SILENCE = timedelta(seconds=3)
KEEP = timedelta(days=1)

Spans = tuple[tuple[int, int], ...]


def beat(process: str, now: datetime) -> Outage | None:
    """Say that `process` accepts actions at `now`; returns the outage that this beat ended, if any."""
    with transaction.atomic():
        _one_at_a_time()
        last = Heartbeat.objects.aggregate(last=Max("at"))["last"]
        outage = None
        if last is not None and now - last > LONGEST_SILENCE:
            outage = _record(last, now)
        Heartbeat.objects.update_or_create(process=process, defaults={"at": now})
        if outage is not None:
            Heartbeat.objects.filter(at__lt=now - KEEP).delete()
    return outage


def unrecorded_gap(now: datetime) -> bool:
    """Is nobody accepting actions right now? Then nothing may be settled: the gap is not recorded yet."""
    last = Heartbeat.objects.aggregate(last=Max("at"))["last"]
    return last is not None and now - last > LONGEST_SILENCE


def spans_since(ms: int) -> Spans:
    """The outages that ended after this moment, oldest first, in milliseconds."""
    rows = Outage.objects.order_by("started_at").values_list("started_at", "ended_at")
    return tuple((to_ms(start), to_ms(end)) for start, end in rows if to_ms(end) > ms)


def _record(start: datetime, end: datetime) -> Outage:
    """Write the gap down and give everybody who was waited for the time back."""
    outage = Outage.objects.create(started_at=start, ended_at=end)
    lost = end - start
    live = Match.objects.filter(finished_at=None)
    live.filter(next_at__gt=start).update(next_at=F("next_at") + lost)
    live.filter(flag_at__gt=start).update(flag_at=F("flag_at") + lost)
    return outage


def _one_at_a_time() -> None:
    """Two processes that start together must not record one gap twice."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_heartbeat IN SHARE ROW EXCLUSIVE MODE")
