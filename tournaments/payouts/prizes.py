"""What each place is paid (T11.2-T11.4), in the smallest units of some currency. It moves no money and knows no fees.

Those who share places share their sum equally, rounded down to the unit; what is left over goes to the winner (T11.3).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.formats.base import MAIN, Entry
from tournaments.standings.row import PlaceRow

Tables = Mapping[str, Sequence[PlaceRow]]


@dataclass(frozen=True, slots=True)
class Prize:
    """A row of a pay table: that place of that table gets `share` per cent of the pool."""

    section: str
    place: int
    share: int | Fraction


@dataclass(frozen=True, slots=True)
class Payout:
    """Units by entry, and what is not paid yet because its places are still played for or nobody has them."""

    paid: Mapping[Entry, int]
    open: int


def payout(
    tables: Tables,
    pool: int,
    pay_table: Sequence[Prize],
    *,
    unit: int = 1,
    equal_points_share: bool = False,
) -> Payout:
    """The whole pool, if the shares make 100 per cent and all places are decided.

    `unit`: nothing smaller is paid out, such as 100 cents, but for what the winner gets over and above.

    `equal_points_share`: those with equal points share as well, whatever a tie-break says, but of exactly two who met the
    winner keeps the place (T11.3); only for stages where points are counted.
    """
    paid: dict[Entry, int] = {}
    due_exactly = Fraction(0)
    for section in dict.fromkeys(prize.section for prize in pay_table):
        shares = _shares(pay_table, section)
        rows = tables.get(section, ())
        for band in _bands(shared(rows) if equal_points_share else rows):
            total = _sum_of(shares, band.places)
            due_exactly += total * pool / 100
            each = int(total * pool / 100 / len(band.entries)) // unit * unit
            if each:
                for entry in band.entries:
                    paid[entry] = paid.get(entry, 0) + each
    rest = int(due_exactly) - sum(paid.values())
    winner = _winner(tables, pay_table)
    if winner is not None and rest > 0:
        paid[winner] = paid.get(winner, 0) + rest
    return Payout(paid, offered(pay_table, pool) - sum(paid.values()))


def offered(pay_table: Sequence[Prize], pool: int) -> int:
    """What the places of a pay table get together."""
    return int(sum((Fraction(prize.share) for prize in pay_table), Fraction(0)) * pool / 100)


def table_payout(
    rows: Sequence[PlaceRow],
    section: str,
    pool: int,
    pay_table: Sequence[Prize],
    *,
    unit: int = 1,
    among: int | None = None,
) -> dict[Entry, int]:
    """What the places of one table pay, without what is left over. `among`: so many share each band, those who are still
    playing for it among them."""
    shares = _shares(pay_table, section)
    paid: dict[Entry, int] = {}
    for band in _bands(rows):
        each = int(_sum_of(shares, band.places) * pool / 100 / (among or len(band.entries)))
        paid |= dict.fromkeys(band.entries, each // unit * unit)
    return paid


def _shares(pay_table: Sequence[Prize], section: str) -> dict[int, Fraction]:
    return {prize.place: Fraction(prize.share) for prize in pay_table if prize.section == section}


def _sum_of(shares: Mapping[int, Fraction], places: range) -> Fraction:
    return sum((shares.get(place, Fraction(0)) for place in places), Fraction(0))


@dataclass(frozen=True, slots=True)
class _Band:
    entries: tuple[Entry, ...]
    places: range


def shared(rows: Sequence[PlaceRow]) -> list[PlaceRow]:
    """A table of points where equal points share their places as well, except exactly two who met (T11.3)."""
    placed = [row for row in rows if row.place_from is not None]
    by_points = _grouped(placed, lambda row: row.points)
    places = {
        row.entry: _places(part)
        for group in by_points
        for part in _apart_if_two_met(group)
        for row in part
    }
    by_place = [
        replace(row, place_from=places[row.entry][0], place_to=places[row.entry][-1])
        if row.entry in places
        else row
        for row in rows
    ]
    return sorted(by_place, key=lambda row: row.place_from or 0)


def _bands(rows: Sequence[PlaceRow]) -> list[_Band]:
    """Who shares which places; not those still playing for theirs, and nobody where places are provisional."""
    if is_provisional(rows):
        return []
    placed = [row for row in rows if row.place_from is not None]
    groups = _grouped(placed, lambda row: row.place_from)
    return [_Band(tuple(row.entry for row in group), _places(group)) for group in groups]


def is_provisional(rows: Sequence[PlaceRow]) -> bool:
    """Are the places of this table provisional?"""
    return any(row.status == "playing" and row.place_from is not None for row in rows)


def _grouped(rows: Sequence[PlaceRow], key: Callable[[PlaceRow], object]) -> list[list[PlaceRow]]:
    groups: dict[object, list[PlaceRow]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.values())


def _apart_if_two_met(group: list[PlaceRow]) -> list[list[PlaceRow]]:
    """Two with equal points who met do not share; with more of them the matches between them do not count."""
    values = [row.tie_breaks.get("head_to_head") for row in group]
    if len(group) == 2 and None not in values and values[0] != values[1]:
        return [[row] for row in group]
    return [group]


def _places(group: Sequence[PlaceRow]) -> range:
    return range(
        min(row.place_from or 0 for row in group), 1 + max(row.place_to or 0 for row in group)
    )


def _winner(tables: Tables, pay_table: Sequence[Prize]) -> Entry | None:
    """The entry that gets what is left over: the first of the main table, else of the first table that is paid.

    Nobody gets it while the places of that table are provisional.
    """
    section = MAIN if MAIN in tables or not pay_table else pay_table[0].section
    rows = tables.get(section, ())
    if is_provisional(rows):
        return None
    first = [row.entry for row in rows if row.place_from == 1]
    return first[0] if first else None
