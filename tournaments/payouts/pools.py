"""Side pools (T11.1, X13): a pot of its own, won by the best placed among its entrants."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.base import Entry
from tournaments.payouts.prizes import Payout, Prize, Tables, payout
from tournaments.standings.row import PlaceRow


def pool_payout(
    tables: Tables,
    section: str,
    entrants: Collection[Entry],
    pool: int,
    shares: Sequence[Prize],
    *,
    unit: int = 1,
) -> Payout:
    """The pot of a side pool; `shares` name places among its entrants only."""
    rows = among(tables.get(section, ()), entrants)
    return payout({section: rows}, pool, shares, unit=unit)


def among(rows: Sequence[PlaceRow], entrants: Collection[Entry]) -> list[PlaceRow]:
    """A table as if only these had played: places from 1, ties kept, behind those who still play for theirs."""
    here = [row for row in rows if row.entry in entrants]
    open_places = sum(row.place_from is None for row in here)
    groups: dict[int, list[PlaceRow]] = {}
    for row in here:
        if row.place_from is not None:
            groups.setdefault(row.place_from, []).append(row)
    placed = [row for row in here if row.place_from is None]
    first = open_places + 1
    for place in sorted(groups):
        last = first + len(groups[place]) - 1
        placed += [replace(row, place_from=first, place_to=last) for row in groups[place]]
        first = last + 1
    return placed


def missing(wanted: Mapping[int, int | None], inside: Collection[int], pool: int) -> int | None:
    """The pool an entry has to be in before this one, and is not; `wanted` says by pool which that is.

    >>> missing({1: None, 2: 1}, {3}, 2), missing({1: None, 2: 1}, {1}, 2)
    (1, None)
    """
    needed = wanted.get(pool)
    return needed if needed is not None and needed not in inside else None
