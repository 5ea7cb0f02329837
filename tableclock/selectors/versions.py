"""When has what a clock shows changed? For the event stream that phones at a table listen to (games/live/watch_feed.py)."""

from collections.abc import Collection

from django.db.models import F, Q

from tableclock.models import ClockLink, LinkPurpose
from tournaments.models import Slip


def versions_of(codes: Collection[str]) -> dict[str, str]:
    """By the code of a link: a text that changes with the match, its clock and the result. Two queries, three with tables."""
    links = ClockLink.objects.filter(code__in=codes, purpose=LinkPurpose.CLOCK, withdrawn_at=None)
    rows = list(links.values_list("code", "slip_id", "table_id"))
    tables = {table for _code, _slip, table in rows if table is not None}
    slips = {slip for _code, slip, _table in rows if slip is not None}
    at_tables = Q(uses__table__in=tables, uses__ended_at=None)
    columns = Slip.objects.filter(Q(pk__in=slips) | at_tables if tables else Q(pk__in=slips))
    states = columns.annotate(at_table=F("uses__table"), use_ended=F("uses__ended_at")).values_list(
        "pk", "at_table", "use_ended", "clock__serial", "pairing__stage__tournament__version"
    )
    by_slip: dict[int, str] = {}
    by_table: dict[int, str] = {}
    for slip, table, ended, serial, version in states:
        by_slip[slip] = f"{slip}.{serial or 0}.{version}"
        if table is not None and ended is None:
            by_table[table] = by_slip[slip]
    return {
        code: (by_slip if slip is not None else by_table).get(slip or table or 0, "none")
        for code, slip, table in rows
    }
