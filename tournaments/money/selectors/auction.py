"""The auction as the auctioneer and the wall see it: the lot on the block, its bids, what is sold, what comes."""

from dataclasses import dataclass
from zlib import crc32

from tournaments.models import Calcutta, CalcuttaLot, Tournament
from tournaments.money.selectors.pool_sheets import CalcuttaSheet, LotRow, calcutta_sheet


@dataclass(frozen=True, slots=True)
class Auction:
    """`lot` is on the block, None before the start and after the end; `bid` is None without a bid.

    `sold` has the latest first, `coming` are the other unsold lots from the next one on. `buyers` are those who have bought.
    """

    sheet: CalcuttaSheet
    lot: LotRow | None
    bid: int | None
    bidder: str
    sold: tuple[LotRow, ...]
    coming: tuple[LotRow, ...]
    buyers: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        return bool(self.sold) and self.lot is None and not self.coming

    @property
    def total(self) -> int:
        return len(self.sheet.lots)

    @property
    def key(self) -> str:
        """Changes with everything that the wall shows."""
        lots = [(row.lot.pk, row.lot.name, row.lot.price, row.lot.owner) for row in self.sheet.lots]
        on = (self.lot.lot.pk if self.lot else None, self.bid, self.bidder)
        return f"{crc32(repr((lots, on, self.sheet.pot)).encode()):x}"


def auction(tournament: Tournament, calcutta: Calcutta) -> Auction | None:
    """Five queries; None without lots."""
    sheet = calcutta_sheet(tournament, calcutta)
    if sheet is None or not sheet.lots:
        return None
    unsold = [row for row in sheet.lots if row.lot.price is None]
    lot = next((row for row in unsold if row.lot.pk == calcutta.on_block_id), None)
    number = lot.lot.number if lot else 0
    others = [row for row in unsold if row is not lot]
    coming = sorted(others, key=lambda row: (row.lot.number < number, row.lot.number))
    sold = sorted(
        (row for row in sheet.lots if row.lot.price is not None),
        key=lambda row: (_sold_at(row.lot), row.lot.number),
        reverse=True,
    )
    return Auction(
        sheet, lot,
        calcutta.bid if lot else None, calcutta.bidder if lot else "",
        tuple(sold), tuple(coming),
        tuple(sorted({row.lot.owner for row in sold}, key=str.casefold)),
    )  # fmt: skip


def _sold_at(lot: CalcuttaLot) -> float:
    return lot.sold_at.timestamp() if lot.sold_at else 0.0
