"""Side pools and the calcutta for the desk, in a fixed number of queries."""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Sum

from tournaments.core.money_texts import percent_text
from tournaments.models import Calcutta, CalcuttaLot, Entry, LedgerLine, SidePool, Tournament
from tournaments.money.selectors.payouts import lots_of, seats_with_a_place
from tournaments.payouts.calcutta import calcutta_pool
from tournaments.payouts.pots import prize_pool


@dataclass(frozen=True, slots=True)
class PoolMember:
    """An entry of the tournament; `inside` says whether it is in the pool."""

    entry: int
    name: str
    inside: bool


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A side pool: how many are in it, its pot, its shares as text, and every entry of the tournament."""

    pool: SidePool
    inside: int
    pot: int
    shares: str
    members: tuple[PoolMember, ...]


@dataclass(frozen=True, slots=True)
class LotRow:
    """A lot with its entries as (entry, name, bought back); `paid` of its price was taken."""

    lot: CalcuttaLot
    entries: tuple[tuple[int, str, int], ...]
    paid: int

    @property
    def open(self) -> int:
        return (self.lot.price or 0) - self.paid


@dataclass(frozen=True, slots=True)
class CalcuttaSheet:
    """`free` are entries in no lot yet; `bids` all prices together, `pot` what of them is paid back."""

    calcutta: Calcutta
    lots: tuple[LotRow, ...]
    free: tuple[tuple[int, str], ...]
    bids: int
    pot: int


def pool_rows(tournament: Tournament) -> list[PoolRow]:
    """Four queries."""
    entries = list(
        Entry.objects.filter(tournament=tournament, status=Entry.Status.ACTIVE)
        .select_related("player")
        .order_by("player__name", "pk")
    )
    rows = []
    for pool in tournament.side_pools.select_related("requires").prefetch_related(
        seats_with_a_place(tournament)
    ):
        inside = {seat.entry_id for seat in pool.seats.all()}
        members = tuple(PoolMember(e.pk, e.title, e.pk in inside) for e in entries)
        pot = prize_pool([pool.fee] * len(inside), Fraction(pool.returned))
        shares = " / ".join(percent_text(line["share"]) for line in pool.pay_table)
        rows.append(PoolRow(pool, len(inside), pot, shares, members))
    return rows


def calcutta_sheet(tournament: Tournament, calcutta: Calcutta | None) -> CalcuttaSheet | None:
    """Five queries."""
    if calcutta is None:
        return None
    stored = list(calcutta.lots.prefetch_related("lot_entries__entry__player"))
    lines = LedgerLine.objects.filter(lot__calcutta=calcutta, kind=LedgerLine.Kind.CALCUTTA)
    paid = dict(lines.order_by().values_list("lot").annotate(all=Sum("amount")))
    rows = tuple(
        LotRow(
            lot,
            tuple(
                (lot_entry.entry_id, lot_entry.entry.title, lot_entry.bought_back)
                for lot_entry in lot.lot_entries.all()
            ),
            paid.get(lot.pk, 0),
        )
        for lot in stored
    )
    left = tournament.entries.filter(status=Entry.Status.ACTIVE, calcutta_lot_entry=None)
    free = tuple((e.pk, e.title) for e in left.select_related("player").order_by("player__name"))
    lots = lots_of(stored)
    pot = calcutta_pool(lots, Fraction(calcutta.returned))
    return CalcuttaSheet(calcutta, rows, free, sum(lot.price for lot in lots), pot)
