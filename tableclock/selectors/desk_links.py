"""The clocks of a tournament on its desk: a line for each table and each open match, with the links that work and what its clock does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tableclock.models import ClockLink, LinkPurpose, TableClock
from tableclock.selectors.links import full_address, links_of
from tournaments.bracket.selectors.venue_mode import table_pool_of
from tournaments.models import PlayingTable, Tournament
from tournaments.venue.selectors.venue import SlipRow, slips_of
from web import qr

CLOCK, OVERLAY = LinkPurpose.CLOCK, LinkPurpose.OVERLAY


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link as the desk shows it."""

    address: str
    picture: str


@dataclass(frozen=True, slots=True)
class ClockPlace:
    """A table or a match (`kind` is table or slip), its links, and the match that is played there."""

    kind: str
    id: int
    number: int | None
    room: str
    match: SlipRow | None
    score: tuple[int, int] | None
    heard_at: datetime | None
    clock: LinkRow | None
    overlay: LinkRow | None

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.id}"


@dataclass(frozen=True, slots=True)
class DeskClocks:
    """All tables of the tournament, and all its open matches."""

    tables: tuple[ClockPlace, ...]
    matches: tuple[ClockPlace, ...]


class _Rows:
    """What the rows are made of."""

    def __init__(self, slips: Sequence[SlipRow], tables: Sequence[PlayingTable]) -> None:
        self.links = links_of([row.id for row in slips], tables)
        clocks = TableClock.objects.filter(slip__in=[row.id for row in slips])
        self.clocks = {clock.slip_id: clock for clock in clocks}
        self.at_table = {row.table_id: row for row in slips if row.table_id is not None}

    def of_table(self, table: PlayingTable) -> ClockPlace:
        room = table.room.name if table.room else ""
        return self._row("table", table.pk, table.number, room, self.at_table.get(table.pk))

    def of_match(self, match: SlipRow) -> ClockPlace:
        return self._row("slip", match.id, match.table, match.room, match)

    def _row(
        self, kind: str, pk: int, number: int | None, room: str, match: SlipRow | None
    ) -> ClockPlace:
        clock = self.clocks.get(match.id) if match else None
        score = clock.state["score"] if clock else None
        return ClockPlace(
            kind=kind,
            id=pk,
            number=number,
            room=room,
            match=match,
            score=(score[0], score[1]) if score else None,
            heard_at=clock.changed_at if clock else None,
            clock=_link(self.links.get((CLOCK, kind, pk))),
            overlay=_link(self.links.get((OVERLAY, kind, pk))),
        )


def desk_clocks(tournament: Tournament) -> DeskClocks:
    """Twelve queries, whatever the number of tables."""
    slips = slips_of(tournament)
    pool = table_pool_of(tournament)
    tables = list(pool.tables.select_related("room")) if pool else []
    rows = _Rows(slips, tables)
    return DeskClocks(tuple(map(rows.of_table, tables)), tuple(map(rows.of_match, slips)))


def _link(link: ClockLink | None) -> LinkRow | None:
    if link is None:
        return None
    address = full_address(link)
    return LinkRow(address, qr.svg(address) if link.purpose == CLOCK else "")
