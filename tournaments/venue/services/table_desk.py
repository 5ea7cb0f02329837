"""The desk's actions on tables: add, reserve and remove them, seat matches, mark matches as begun."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import sharing, table_pool_of
from tournaments.bracket.services.advancement import settle
from tournaments.bracket.services.lineup import queue_slip_notices
from tournaments.core.locking import lock_together, locked, raise_versions, save_changed
from tournaments.core.permissions import Right, require
from tournaments.models import PlayingTable, Room, Slip, TablePool, TableUse, Tournament
from web.errors import DomainError, NotFound

MOST_TABLES = 500


@dataclass(frozen=True, slots=True)
class TableChange:
    """A change of a table; None leaves a field as it is."""

    state: str | None = None
    stream: bool | None = None
    note: str | None = None


@transaction.atomic
def add_tables(
    tournament_id: int, *, by: User | None, now: datetime, first: int, last: int, room: str = ""
) -> int:
    """Add tables with these numbers, in a room if it is named; returns how many are new. Refused: bad_numbers."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    if not 1 <= first <= last <= 9999 or last - first >= MOST_TABLES:
        text = _("Table numbers start at 1. The last number must not be lower than the first.")
        raise DomainError("bad_numbers", text, status=400)
    pool = _locked_pool(tournament, now)
    in_room = None
    if room.strip():
        in_room, _is_new = Room.objects.get_or_create(table_pool=pool, name=room.strip()[:60])
    existing = {table.number: table for table in pool.tables.all()}
    if len(existing) + last - first + 1 > 2 * MOST_TABLES:
        raise DomainError("too_many_tables", _("Too many tables. Maximum: 1,000."))
    made = [
        PlayingTable(table_pool=pool, room=in_room, number=n)
        for n in range(first, last + 1)
        if n not in existing
    ]
    PlayingTable.objects.bulk_create(made)
    if in_room is not None:
        pool.tables.filter(number__gte=first, number__lte=last).update(room=in_room)
    _follow(tournament, now)
    return len(made)


@transaction.atomic
def change_table(
    tournament_id: int,
    table_id: int,
    change: TableChange,
    *,
    by: User | None,
    now: datetime,
) -> PlayingTable:
    """Reserve a table, take it out of use, free it, make it a stream table, or note something. Refused: no_such_table."""
    if change.state == PlayingTable.State.OUT:  # a match of another tournament may be there
        lock_together({tournament_id, *sharing(tournament_id)})
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    table = _table(tournament, table_id)
    if change.state is not None:
        if change.state not in PlayingTable.State.values:
            raise DomainError("bad_state", "Unknown table state.", status=400)
        table.state = change.state
    table.stream = table.stream if change.stream is None else change.stream
    table.note = table.note if change.note is None else change.note.strip()[:120]
    table.save(update_fields=["state", "stream", "note"])
    if table.state == PlayingTable.State.OUT:  # its match is called elsewhere
        _send_away(table, tournament, now)
    _follow(tournament, now)
    return table


@transaction.atomic
def remove_table(tournament_id: int, table_id: int, *, by: User | None, now: datetime) -> None:
    """Remove a free table. Refused: table_taken, no_such_table."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    table = _table(tournament, table_id)
    if table.uses.filter(ended_at=None).exists():
        raise DomainError("table_taken", _("This table is in use. Move its match first."))
    table.delete()
    save_changed(tournament)


@transaction.atomic
def seat(
    tournament_id: int, slip_id: int, number: int | None, *, by: User | None, now: datetime
) -> None:
    """Seat a match at the table with this number, or at none; two matches of this tournament swap tables.

    Refused: no_such_table, table_taken (by another tournament, or by a match while this one has no table to swap), table_out.
    """
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    slip = _slip(tournament, slip_id)
    pool = _locked_pool(tournament, now)
    mine = TableUse.objects.filter(slip=slip, ended_at=None).first()
    if number is None:
        if mine is not None:
            _end([mine], now)
        save_changed(tournament)
        return
    table = pool.tables.filter(number=number).first()
    if table is None:
        raise NotFound("no_such_table", _("No table has this number."))
    if table.state == PlayingTable.State.OUT:
        raise DomainError("table_out", _("This table is out of order."))
    if mine is not None and mine.table_id == table.pk:
        return
    there = table.uses.filter(ended_at=None).select_related("slip__pairing__stage").first()
    _end([use for use in (mine, there) if use is not None], now)
    if there is not None:
        same = there.slip.pairing.stage.tournament_id == tournament.pk
        if mine is None or not same:
            text = _("Another match is at this table. Move it first.")
            raise DomainError("table_taken", text)
        TableUse.objects.create(table_id=mine.table_id, slip=there.slip, since=now)
    TableUse.objects.create(table=table, slip=slip, since=now)
    queue_slip_notices(tournament, [slip], now)
    _follow(tournament, now)


@transaction.atomic
def wish_stream(
    tournament_id: int, slip_id: int, *, wanted: bool, by: User | None, now: datetime
) -> None:
    """Mark whether a match is wanted at a stream table."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.STREAM)
    slip = _slip(tournament, slip_id)
    slip.stream = wanted
    slip.save(update_fields=["stream"])
    _follow(tournament, now)


@transaction.atomic
def begin(tournament_id: int, *, by: User | None, now: datetime, slip_id: int | None = None) -> int:
    """Mark a match as begun, or all matches at tables; returns how many."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.SCORE)
    slips = Slip.objects.filter(
        pairing__stage__tournament=tournament, closed_at=None, voided_at=None, begun_at=None
    )
    if slip_id is None:
        slips = slips.filter(uses__ended_at=None, uses__isnull=False)
    else:
        slips = slips.filter(pk=slip_id)
    begun = Slip.objects.filter(pk__in=list(slips.values_list("pk", flat=True))).update(
        begun_at=now
    )
    save_changed(tournament)
    return begun


def _send_away(table: PlayingTable, tournament: Tournament, now: datetime) -> None:
    """End the use of a table; the pages of other tournaments are refreshed too."""
    uses = table.uses.filter(ended_at=None)
    whose = set(uses.values_list("slip__pairing__stage__tournament_id", flat=True))
    uses.update(ended_at=now)
    raise_versions(whose - {tournament.pk})


def _follow(tournament: Tournament, now: datetime) -> None:
    """Seat waiting matches, and let pages refresh."""
    if settle(tournament, now).is_nothing:
        save_changed(tournament)


def _locked_pool(tournament: Tournament, now: datetime) -> TablePool:
    """The tables of the event, or the tournament's own; made when they are first needed."""
    pool = table_pool_of(tournament)
    if pool is None:
        of = {"event": tournament.event} if tournament.event_id else {"tournament": tournament}
        pool, _is_new = TablePool.objects.get_or_create(**of, defaults={"created_at": now})
    return TablePool.objects.select_for_update().get(pk=pool.pk)


def _table(tournament: Tournament, table_id: int) -> PlayingTable:
    pool = table_pool_of(tournament)
    table = None if pool is None else pool.tables.filter(pk=table_id).first()
    if table is None:
        raise NotFound("no_such_table", _("This no longer exists. Reload the page."))
    return table


def _slip(tournament: Tournament, slip_id: int) -> Slip:
    slips = Slip.objects.filter(pk=slip_id, pairing__stage__tournament=tournament)
    slip = slips.filter(closed_at=None, voided_at=None).first()
    if slip is None:
        raise NotFound("no_such_slip", _("This match is over or void. Reload the page."))
    return slip


def _end(uses: list[TableUse], now: datetime) -> None:
    TableUse.objects.filter(pk__in=[use.pk for use in uses]).update(ended_at=now)
