"""A calcutta (T11.5, X12): players are auctioned, and the pool goes to their owners by the places they reach.

It only computes shares of what was recorded. Players who bought back a part of themselves get that part of what they earn.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.base import Entry
from tournaments.payouts.pots import Percent, prize_pool
from tournaments.payouts.prizes import Payout, Prize, Tables, payout


@dataclass(frozen=True, slots=True)
class AuctionLot:
    """Entries sold together. `bought_back` is in per cent, by entry, for those who bought a part of themselves."""

    number: int
    entries: tuple[Entry, ...]
    price: int
    bought_back: Mapping[Entry, int]


@dataclass(frozen=True, slots=True)
class Share:
    """What is due for an entry in a lot: to the owner, or (`to_player`) to the player."""

    lot: int
    entry: Entry
    to_player: bool
    amount: int


def calcutta_pool(lots: Iterable[AuctionLot], returned: Percent = 100) -> int:
    """The bids, as many per cent of them as are paid back."""
    return prize_pool((lot.price for lot in lots), returned)


def shares(
    lots: Sequence[AuctionLot],
    tables: Tables,
    pool: int,
    pay_table: Sequence[Prize],
    *,
    unit: int = 1,
) -> tuple[Share, ...]:
    """Who gets what, by lots. What an entry earns that nobody bought is not in the list."""
    return divided(lots, payout(tables, pool, pay_table, unit=unit), unit=unit)


def divided(lots: Sequence[AuctionLot], earned: Payout, *, unit: int = 1) -> tuple[Share, ...]:
    """What the players earned, divided; the player's part is rounded down to the unit, the owner gets the rest."""
    shares: list[Share] = []
    for lot in lots:
        for entry in lot.entries:
            amount = earned.paid.get(entry, 0)
            own = amount * lot.bought_back.get(entry, 0) // 100 // unit * unit
            if amount - own:
                shares.append(Share(lot.number, entry, False, amount - own))
            if own:
                shares.append(Share(lot.number, entry, True, own))
    return tuple(shares)
