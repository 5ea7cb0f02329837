"""Which slip has which table: assigned when two players are ready, freed when a result counts, changed by hand.

The table pool's lock makes tournaments that share tables take turns; it is taken after the tournament's, never before.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.bracket.selectors.rest import rested_at
from tournaments.bracket.selectors.venue_mode import table_pool_of, venue_of
from tournaments.bracket.services.lineup import queue_slip_notices
from tournaments.models import PlayingTable, Slip, TablePool, TableUse, Tournament

Free = PlayingTable.State.FREE


def assign_tables(tournament: Tournament, now: datetime) -> int:
    """Assign free tables to waiting slips, in the order in which they became ready; returns how many. For a caller that has
    the tournament's lock.

    Tournaments that share the tables keep their turn: a table that another tournament's slip has waited for longer stays
    free for it (tasks.sweep_board assigns it).
    """
    venue = venue_of(tournament)
    if venue is None or tournament.status != Tournament.Status.RUNNING:
        return 0
    if not venue.assigns or not waiting(tournament).exists():
        return 0
    pool = table_pool_of(tournament)
    if pool is None:
        return 0
    TablePool.objects.select_for_update().get(pk=pool.pk)
    uses = _assign(tournament, pool, now)
    queue_slip_notices(tournament, [use.slip for use in uses], now)
    return len(uses)


def _assign(tournament: Tournament, pool: TablePool, now: datetime) -> list[TableUse]:
    tables = list(_free_tables(pool))
    made: list[TableUse] = []
    if not tables:
        return made
    waits = list(_queue(pool, tournament))
    resting = rested_at(waits, now)
    queue = [slip for slip in waits if slip.pk not in resting]
    stays = _last_tables(queue)
    for slip in queue:
        table = _choose(tables, slip, stays)
        if table is None:
            break
        tables.remove(table)
        if slip.pairing.stage.tournament_id == tournament.pk:
            made.append(TableUse(table=table, slip=slip, since=now))
    return TableUse.objects.bulk_create(made, batch_size=500)


def waiting(tournament: Tournament) -> QuerySet[Slip]:
    """Slips of this tournament that have no table."""
    return _on_no_table(Tournament.objects.filter(pk=tournament.pk))


def _queue(pool: TablePool, tournament: Tournament) -> QuerySet[Slip]:
    """The slips that wait for a table of this pool, longest first."""
    sharing = Tournament.objects.filter(pk=tournament.pk)
    if pool.event_id is not None:
        running = Q(status=Tournament.Status.RUNNING, venue__assigns=True)
        sharing = Tournament.objects.filter(running, event=pool.event_id)
    return (
        _on_no_table(sharing)
        .select_related("pairing__stage")
        .order_by(
            "created_at", "pairing__stage", "pairing__round__number", "pairing__number", "board"
        )
    )


def _on_no_table(tournaments: QuerySet[Tournament]) -> QuerySet[Slip]:
    lying = TableUse.objects.filter(ended_at=None, slip__closed_at=None)
    slips = Slip.objects.filter(
        pairing__stage__tournament__in=tournaments, closed_at=None, voided_at=None
    )
    return slips.exclude(pk__in=lying.values("slip"))


def _free_tables(pool: TablePool) -> QuerySet[PlayingTable]:
    used = TableUse.objects.filter(table__table_pool=pool, ended_at=None)
    return pool.tables.filter(state=Free).exclude(pk__in=used.values("table")).order_by("number")


def _last_tables(queue: Iterable[Slip]) -> dict[int, int]:
    """The last table of every entry of these slips."""
    entries = {entry for slip in queue for entry in (slip.entry_a_id, slip.entry_b_id)}
    last: dict[int, tuple[int, datetime]] = {}
    for side in ("entry_a", "entry_b"):
        uses = TableUse.objects.filter(**{f"slip__{side}__in": entries}).order_by("ended_at")
        rows = uses.exclude(ended_at=None).values_list(f"slip__{side}_id", "table_id", "ended_at")
        for entry, table, ended in rows:
            before = last.get(entry)
            if before is None or ended >= before[1]:
                last[entry] = (table, ended)
    return {entry: table for entry, (table, _ended) in last.items()}


def _choose(tables: list[PlayingTable], slip: Slip, stays: dict[int, int]) -> PlayingTable | None:
    """A stream table for a slip wanted there and no other; else the table where either entry played last, else the lowest."""
    filmed = [table for table in tables if table.stream]
    if slip.stream and filmed:
        return filmed[0]
    usual = [table for table in tables if not table.stream]
    sat = {stays.get(slip.entry_a_id), stays.get(slip.entry_b_id)}
    kept = [table for table in usual if table.pk in sat]
    return next(iter(kept or usual), None)
