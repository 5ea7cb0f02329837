"""Downtime is not charged: heartbeats of the processes that accept actions, and the gaps between them.

A process that accepts actions calls `beat` once at its start, before it settles anything, and then several
times a second. The first beat after a gap records the gap.
"""

from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import F, Max, QuerySet

from games.engine.clock import CORRESPONDENCE
from games.engine.table import Table
from games.models import Heartbeat, Match, Outage
from games.outage_clock import Spans
from games.selectors.loaded_matches import seats_at
from games.selectors.vacations import vacation_spans
from games.services.schedule import GRACE
from games.timestamps import from_ms, from_ms_or_none, to_ms

LONGEST_SILENCE = timedelta(seconds=3)
KEEP = timedelta(days=1)
PATIENCE_MS = 300
"""Well under the second after which PostgreSQL looks for circles and breaks them as it likes."""
TRIES = 8  # together less than the longest silence
LOCK_NOT_AVAILABLE = "55P03"


def beat(process: str, now: datetime) -> Outage | None:
    """Say that `process` accepts actions at `now`; returns the outage that this beat ended, if any."""
    if not _silent_since(_last_beat(), now):
        _write(process, now)
        return None
    for _try in range(TRIES - 1):
        try:
            return _beat_after_silence(process, now)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                raise
    return _beat_after_silence(process, now)


def settled_until(now: datetime) -> datetime:
    """The latest moment whose flags and waits may be settled at `now`.

    Not before the grace is over, and not beyond the last heartbeat: nobody may have been there to
    accept an action since, and the gap is not recorded yet.
    """
    last = _last_beat()
    grace_over = now - GRACE
    return grace_over if last is None else min(grace_over, last)


def is_unrecorded(moment: datetime, now: datetime) -> bool:
    """Does this moment lie in a silence that goes on at `now`? The gap is not written down yet.

    What fell due in it may be settled only when it is.
    """
    last = _last_beat()
    return last is not None and _silent_since(last, now) and moment > last


def spans_since(ms: int) -> Spans:
    """The outages that ended after this moment, in milliseconds."""
    rows = Outage.objects.filter(ended_at__gt=from_ms(ms)).values_list("started_at", "ended_at")
    return tuple((to_ms(start), to_ms(end)) for start, end in rows)


def _silent_since(last: datetime | None, now: datetime) -> bool:
    return last is not None and now - last > LONGEST_SILENCE


@transaction.atomic
def _beat_after_silence(process: str, now: datetime) -> Outage | None:
    _one_at_a_time()
    last = _last_beat()
    outage = _record(last, now) if last is not None and _silent_since(last, now) else None
    _write(process, now)
    return outage


def _write(process: str, now: datetime) -> None:
    """The row of this process; a new one sweeps out those of processes long gone."""
    if not Heartbeat.objects.filter(process=process).update(at=now):
        Heartbeat.objects.create(process=process, at=now)
        Heartbeat.objects.filter(at__lt=now - KEEP).delete()


def _last_beat() -> datetime | None:
    return Heartbeat.objects.aggregate(last=Max("at"))["last"]


def _record(start: datetime, end: datetime) -> Outage:
    """Write the gap down, and give everybody who was waited for the lost time back.

    Clocks count in whole milliseconds, so both ends are cut to them before they are stored or added.
    """
    start, end = from_ms(to_ms(start)), from_ms(to_ms(end))
    outage = Outage.objects.create(started_at=start, ended_at=end)
    live = Match.objects.filter(finished_at=None)
    _wait_briefly()
    list(live.order_by("id").select_for_update().values_list("id"))
    waiting = live.filter(last_at__lte=start)
    waiting.filter(flag_at__gt=start).update(flag_at=F("flag_at") + (end - start))
    waiting.filter(next_at__gt=start).update(next_at=F("next_at") + (end - start))
    for match in live.filter(last_at__gt=start, last_at__lt=end):
        lost = end - match.last_at
        match.flag_at = match.flag_at and match.flag_at + lost
        match.next_at = match.next_at and match.next_at + lost
        match.save(update_fields=["flag_at", "next_at"])
    _count_once(live, start, end)
    return outage


def _count_once(live: QuerySet[Match], start: datetime, end: datetime) -> None:
    """A clock that stood still for a vacation has lost nothing in the gap."""
    standing = live.filter(
        clock__kind=CORRESPONDENCE,
        flag_at__isnull=False,
        seats__player__vacations__started_at__lt=end,
        seats__player__vacations__ends_at__gt=start,
    )
    for match in standing.prefetch_related("seats__player__user").distinct():
        since = to_ms(match.last_at)
        vacations = vacation_spans(seats_at(match), since)
        flag_ms = Table.from_json(match.state).flag_at((*vacations, *spans_since(since)))
        Match.objects.filter(pk=match.pk).update(flag_at=from_ms_or_none(flag_ms))


def _wait_briefly() -> None:
    """A ruling locks one match after the other as it finds them: let go of ours before the two wait in a circle."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")


def _one_at_a_time() -> None:
    """Two processes that start together must not record one gap twice."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_heartbeat IN SHARE ROW EXCLUSIVE MODE")
