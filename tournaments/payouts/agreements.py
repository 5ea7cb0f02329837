"""Agreements on prizes that are still open: players still in divide them (a chop), or two players exchange a part (a save).

A chop replaces the prizes of the places that its players play for, and nothing else. Whatever is agreed, the sum that is paid
stays what the pay table offers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import MAIN, Entry
from tournaments.payouts.prizes import (
    Payout,
    Prize,
    Tables,
    is_provisional,
    offered,
    payout,
    table_payout,
)
from tournaments.standings.row import PlaceRow

PLACES, TOTAL, GONE = "places", "total", "gone"
"""Why an agreement no longer fits: others have its places, its prizes have another sum, a player has left the table."""


@dataclass(frozen=True, slots=True)
class Chop:
    """The players still in a table divide the prizes of their places, which come to `total`.

    `shares` are units by entry. They come to `total`, or to less where the winner of these players gets the rest.
    """

    pk: int
    section: str
    total: int
    shares: Mapping[Entry, int]
    rest_to_winner: bool = False


@dataclass(frozen=True, slots=True)
class Save:
    """Each of two players gets `percent` of what the other one wins in a table."""

    pk: int
    section: str
    first: Entry
    second: Entry
    percent: int


@dataclass(frozen=True, slots=True)
class AgreedPayout(Payout):
    """A payout with agreements. `agreed` are the entries whose prizes they changed; `misfits` says by agreement why it does
    not fit."""

    agreed: frozenset[Entry] = frozenset()
    misfits: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenPrizes:
    """The entries without a place in a table, and what their places come to. `others` share places with them, by entry."""

    entries: tuple[Entry, ...]
    total: int
    places: int
    others: Mapping[Entry, int]


def open_prizes(
    rows: Sequence[PlaceRow], section: str, pool: int, pay_table: Sequence[Prize], *, unit: int = 1
) -> OpenPrizes | None:
    """What the players still in a table can divide. None where fewer than two are in or places are counted by points."""
    entries = tuple(row.entry for row in rows if row.place_from is None and row.status == "playing")
    if len(entries) < 2 or is_provisional(rows):
        return None
    return _prizes_of(entries, rows, section, pool, pay_table, unit)


def equal_shares(total: int, entries: Sequence[Entry], *, unit: int = 1) -> dict[Entry, int]:
    """The same for each, in multiples of `unit`. Units that cannot be divided go to the first of them, one each, and what
    is less than a unit to the very first.

    >>> equal_shares(1000, (7, 8, 9))
    {7: 334, 8: 333, 9: 333}
    >>> equal_shares(1050, (7, 8, 9), unit=100)
    {7: 450, 8: 300, 9: 300}
    """
    whole, remainder = divmod(total, unit)
    each, left = divmod(whole, len(entries))
    shares = {entry: (each + (n < left)) * unit for n, entry in enumerate(entries)}
    shares[entries[0]] += remainder
    return shares


def agreed_payout(
    tables: Tables,
    pool: int,
    pay_table: Sequence[Prize],
    agreements: Iterable[Chop | Save] = (),
    *,
    unit: int = 1,
) -> AgreedPayout:
    """The payout of `pay_table` with those agreements that fit; where none does, the plain payout."""
    misfits: dict[int, str] = {}
    divided: dict[str, tuple[Chop, OpenPrizes]] = {}
    saves: list[Save] = []
    for agreement in agreements:
        if isinstance(agreement, Save):
            saves.append(agreement)
            continue
        prizes = _divided(agreement, tables, pool, pay_table, unit)
        if isinstance(prizes, str):
            misfits[agreement.pk] = prizes
        elif agreement.section in divided:
            misfits[agreement.pk] = PLACES
        else:
            divided[agreement.section] = (agreement, prizes)
    left = [line for line in pay_table if not _is_divided(line, divided)]
    plain = payout(tables, pool, left, unit=unit)
    by_table = {section: _chopped(*pair, tables[section]) for section, pair in divided.items()}
    paid = dict(plain.paid)
    for amounts in by_table.values():
        _add(paid, amounts)
    agreed = {entry for chop, _prizes in divided.values() for entry in chop.shares}
    won = {}
    for section in {save.section for save in saves}:
        rows = tables.get(section, ())
        won[section] = dict.fromkeys((row.entry for row in rows), 0)
        won[section] |= table_payout(rows, section, pool, left, unit=unit)
        _add(won[section], by_table.get(section, {}))
    for save, moves in _moves(saves, won, misfits):
        _add(paid, moves)
        agreed |= {save.first, save.second}
    return AgreedPayout(
        {entry: units for entry, units in paid.items() if units},
        offered(pay_table, pool) - sum(paid.values()),
        frozenset(agreed),
        misfits,
    )


def _prizes_of(
    entries: Sequence[Entry],
    rows: Sequence[PlaceRow],
    section: str,
    pool: int,
    pay_table: Sequence[Prize],
    unit: int,
) -> OpenPrizes | None:
    """The prizes of the first places of a table, if these entries have them, with others who share the last of them.
    None if an entry that is not one of them has such a place, or may still get it."""
    inside, count = set(entries), len(entries)
    others = [row for row in rows if row.entry not in inside and _is_in_front(row, count)]
    last = max((row.place_to or 0 for row in others), default=count)
    bands = {(row.place_from, row.place_to) for row in others}
    own = [row for row in rows if row.entry in inside]
    alike = len(bands) < 2 and last == count + len(others) and len(own) == count
    behind = [place for row in rows if (place := row.place_from or 0) > last]
    follow = min(behind, default=last + 1) == last + 1 and (behind or others or section == MAIN)
    if not alike or not follow or any((row.place_to or 0) > last for row in own):
        return None
    whole = [line for line in pay_table if line.section != section or line.place > last]
    total = offered(pay_table, pool) - offered(whole, pool)
    shared = table_payout(others, section, pool, pay_table, unit=unit, among=_size(bands))
    return OpenPrizes(tuple(entries), total - sum(shared.values()), last, shared)


def _is_in_front(row: PlaceRow, count: int) -> bool:
    if row.place_from is None:
        return row.status == "playing"
    return row.place_from <= count


def _size(bands: set[tuple[int | None, int | None]]) -> int | None:
    for first, last in bands:
        return (last or 0) - (first or 0) + 1
    return None


def _divided(
    chop: Chop, tables: Tables, pool: int, pay_table: Sequence[Prize], unit: int
) -> OpenPrizes | str:
    """What a chop divides now, or why it does not fit."""
    rows = tables.get(chop.section, ())
    if not set(chop.shares) <= {row.entry for row in rows}:
        return GONE
    prizes = _prizes_of(tuple(chop.shares), rows, chop.section, pool, pay_table, unit)
    if is_provisional(rows) or prizes is None:
        return PLACES
    return prizes if prizes.total == chop.total else TOTAL


def _is_divided(line: Prize, divided: Mapping[str, tuple[Chop, OpenPrizes]]) -> bool:
    pair = divided.get(line.section)
    return pair is not None and line.place <= pair[1].places


def _chopped(chop: Chop, prizes: OpenPrizes, rows: Sequence[PlaceRow]) -> dict[Entry, int]:
    amounts = {**prizes.others, **chop.shares}
    winner = next((row.entry for row in rows if row.place_from == 1), None)
    if chop.rest_to_winner and winner is not None and winner in chop.shares:
        amounts[winner] += chop.total - sum(chop.shares.values())
    return amounts


def _moves(
    saves: Sequence[Save], won: Mapping[str, Mapping[Entry, int]], misfits: dict[int, str]
) -> Iterable[tuple[Save, dict[Entry, int]]]:
    """What each save takes from one player and gives to the other. Nobody gives more than all of their prize. `won` has
    every entry of a table."""
    given: dict[tuple[str, Entry], int] = {}
    for save in saves:
        two, prizes = (save.first, save.second), won[save.section]
        if not set(two) <= prizes.keys():
            misfits[save.pk] = GONE
            continue
        if any(given.get((save.section, entry), 0) + save.percent > 100 for entry in two):
            misfits[save.pk] = TOTAL
            continue
        parts = [prizes[entry] * save.percent // 100 for entry in two]
        for entry in two:
            given[save.section, entry] = given.get((save.section, entry), 0) + save.percent
        yield save, {save.first: parts[1] - parts[0], save.second: parts[0] - parts[1]}


def _add(paid: dict[Entry, int], amounts: Mapping[Entry, int]) -> None:
    for entry, units in amounts.items():
        paid[entry] = paid.get(entry, 0) + units
