"""The floor: every table with the match at it, of whichever tournament, and the matches that wait for one."""

from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.bracket.selectors.rest import rested_at
from tournaments.bracket.selectors.venue_mode import table_pool_of, venue_of
from tournaments.models import Entry, PlayingTable, Slip, TableUse, Tournament
from tournaments.venue.selectors.venue import SlipRow, slips_of

NO_USE: tuple[int, datetime | None] = (0, None)
QUERIES = 7  # two of them venue.slips_of's


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. `slip` is its match if that is of this tournament; else `others` names the players."""

    id: int
    number: int
    room: str
    state: str
    state_label: str
    stream: bool
    note: str
    slip: SlipRow | None
    others: str
    since: datetime | None

    @property
    def is_taken(self) -> bool:
        return self.slip is not None or bool(self.others)


@dataclass(frozen=True, slots=True)
class Floor:
    """All tables by number, room by room; `waiting` matches with the longest wait first."""

    rooms: tuple[tuple[str, tuple[TableRow, ...]], ...]
    waiting: tuple[SlipRow, ...]
    disputed: tuple[SlipRow, ...]
    slips: tuple[SlipRow, ...]

    @property
    def tables(self) -> tuple[TableRow, ...]:
        return tuple(row for _room, rows in self.rooms for row in rows)

    @property
    def free(self) -> int:
        return sum(row.state == "free" and not row.is_taken for row in self.tables)


def floor_of(tournament: Tournament, now: datetime) -> Floor:
    """The floor of a tournament. QUERIES queries whatever the size."""
    slips = slips_of(tournament)
    pool = table_pool_of(tournament)
    uses = TableUse.objects.filter(table__table_pool=pool, ended_at=None) if pool else None
    at = (
        {}
        if uses is None
        else {
            table: (slip, since)
            for table, slip, since in uses.values_list("table_id", "slip_id", "since")
        }
    )
    mine = {row.id: row for row in slips}
    others = _others({slip for slip, _since in at.values()} - mine.keys())
    labels = {value: str(label) for value, label in PlayingTable.State.choices}
    columns = ("pk", "number", "room__name", "state", "stream", "note")
    rooms: dict[str, list[TableRow]] = {}
    for pk, number, room, state, stream, note in pool.tables.values_list(*columns) if pool else ():
        slip, since = at.get(pk, NO_USE)
        row = TableRow(
            id=pk,
            number=number,
            room=room or "",
            state=state,
            state_label=labels[state],
            stream=stream,
            note=note,
            slip=mine.get(slip),
            others=others.get(slip, ""),
            since=since,
        )
        rooms.setdefault(row.room, []).append(row)
    waiting = _with_rest(tournament, [row for row in slips if row.table is None], now)
    return Floor(
        tuple((room, tuple(rows)) for room, rows in rooms.items()),
        tuple(sorted(waiting, key=lambda row: row.since)),
        tuple(row for row in slips if row.disputed_at),
        slips,
    )


def _with_rest(tournament: Tournament, waiting: list[SlipRow], now: datetime) -> list[SlipRow]:
    """The same rows with when their players have had their rest. Five queries, none where nobody asks for rest."""
    venue = venue_of(tournament)
    if not waiting or venue is None or not venue.rest_min:
        return waiting
    slips = Slip.objects.filter(pk__in=[row.id for row in waiting]).select_related("pairing__stage")
    until = rested_at(list(slips), now)
    return [replace(row, rests_until=until.get(row.id)) for row in waiting]


def _others(slips: set[int]) -> dict[int, str]:
    """The players of other tournaments by slip. One query if there are any."""
    if not slips:
        return {}
    uses = TableUse.objects.filter(slip__in=slips, ended_at=None).select_related(
        "slip__entry_a__player", "slip__entry_b__player", "slip__pairing__stage__tournament"
    )
    return {use.slip_id: _players_text(use) for use in uses}


def _players_text(use: TableUse) -> str:
    two: tuple[Entry, Entry] = (use.slip.entry_a, use.slip.entry_b)
    return f"{two[0].title} – {two[1].title} ({use.slip.pairing.stage.tournament.name})"
