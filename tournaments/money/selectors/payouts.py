"""The payout sheet: who is due what, and what of it has been paid. Computed from the current standings, never stored.

A result that is corrected after somebody was paid shows as a difference; nothing is changed silently.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Prefetch, Q, Sum
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.prize_pot import (
    Pot,
    drawn_entries,
    pot_of,
    prizes_by,
    prizes_from,
    tables_that_pay,
)
from tournaments.bracket.selectors.standings import entries_of
from tournaments.core.round_names import section_name
from tournaments.models import (
    Calcutta,
    CalcuttaLot,
    Entry,
    LedgerLine,
    SidePool,
    SidePoolEntry,
    Tournament,
)
from tournaments.money.selectors.paid_stages import played_stages
from tournaments.payouts import calcutta as auctions
from tournaments.payouts.pools import pool_payout
from tournaments.payouts.pots import prize_pool
from tournaments.payouts.prizes import payout

Kind = LedgerLine.Kind
Key = tuple[str, int | None, int | None, int | None]  # kind, pool, lot, entry
PAID_OUT = (Kind.PRIZE, Kind.POOL_PRIZE, Kind.CALCUTTA_PRIZE)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One amount somebody is due. Places are of the table `section` (its name in `table`), None for an owner.

    `key` names it to the service that pays it. `is_agreed`: players agreed on it. All amounts are smallest units of the
    sheet's currency.
    """

    kind: str
    pool: int | None
    lot: int | None
    entry: int | None
    who: str
    table: str
    place_from: int | None
    place_to: int | None
    due: int
    paid: int
    is_agreed: bool = False

    @property
    def open(self) -> int:
        """What is still to be paid; below 0 the line was overpaid."""
        return self.due - self.paid

    @property
    def is_settled(self) -> bool:
        return self.due == self.paid

    @property
    def key(self) -> str:
        return f"{self.kind}.{self.pool or 0}.{self.lot or 0}.{self.entry or 0}"


@dataclass(frozen=True, slots=True)
class SheetPart:
    """The prizes of one pot. `open` is what nobody has won yet, or nobody can win. `misfits`: so many agreements of players do
    not fit any more, and the prizes are paid without them."""

    kind: str
    name: str
    pot: int
    open: int
    lines: tuple[SheetLine, ...]
    misfits: int = 0

    @property
    def title(self) -> str:
        if self.kind == Kind.POOL_PRIZE:
            return _("Side pool: %(name)s") % {"name": self.name}
        return _("Calcutta") if self.kind == Kind.CALCUTTA_PRIZE else _("Prizes")


@dataclass(frozen=True, slots=True)
class PayoutSheet:
    """`parts`: the tournament's own prizes, then each side pool, then the calcutta; those without any are left out."""

    currency: str
    pot: Pot
    parts: tuple[SheetPart, ...]

    @property
    def lines(self) -> tuple[SheetLine, ...]:
        return tuple(line for part in self.parts for line in part.lines)

    @property
    def due(self) -> int:
        return sum(line.due for line in self.lines)

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.lines)

    @property
    def left(self) -> int:
        """What is still to be paid; what was overpaid elsewhere is not subtracted."""
        return sum(max(line.open, 0) for line in self.lines)


def payout_sheet(tournament: Tournament) -> PayoutSheet:
    """Everything that is to be paid out, in a fixed number of queries whatever the field."""
    return _Sheet(tournament).sheet()


class _Sheet:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.pot = pot_of(tournament)
        self.stages = played_stages(tournament)
        self.tables = tables_that_pay(tournament, self.stages)
        self.paid = paid_by(tournament)
        wanted = {row.entry for rows in self.tables.values() for row in rows}
        wanted |= {key[3] for key in self.paid if key[3] is not None}
        self.entries = entries_of(tournament, wanted) if wanted else {}
        self.places = {
            (section, row.entry): (row.place_from, row.place_to)
            for section, rows in self.tables.items()
            for row in rows
        }

    def sheet(self) -> PayoutSheet:
        parts = [self._own(), *self._pools(), *self._calcutta()]
        return PayoutSheet(self.pot.currency, self.pot, tuple(p for p in parts if p.lines or p.pot))

    def _own(self) -> SheetPart:
        if not self.tournament.agreed.get("pay_table"):
            return SheetPart(Kind.PRIZE, "", 0, 0, self._lines(Kind.PRIZE, {}, ""))
        prizes = prizes_by(self.tournament, self.stages, self.pot)
        lines = self._lines(Kind.PRIZE, prizes.paid, "", agreed=prizes.agreed)
        misfits = len(prizes.misfits)
        return SheetPart(Kind.PRIZE, "", self.pot.amount, prizes.open, lines, misfits)

    def _pools(self) -> list[SheetPart]:
        pools = SidePool.objects.filter(tournament=self.tournament).prefetch_related(
            seats_with_a_place(self.tournament)
        )
        return [self._pool(pool) for pool in pools]

    def _pool(self, pool: SidePool) -> SheetPart:
        inside = [seat.entry_id for seat in pool.seats.all()]
        amount = prize_pool([pool.fee] * len(inside), Fraction(pool.returned))
        payout = pool_payout(
            self.tables, pool.section, inside, amount, prizes_from(pool.pay_table),
            unit=self.pot.unit,
        )  # fmt: skip
        lines = self._lines(Kind.POOL_PRIZE, payout.paid, pool.section, pool=pool.pk)
        return SheetPart(Kind.POOL_PRIZE, pool.name, amount, payout.open, lines)

    def _calcutta(self) -> list[SheetPart]:
        calcutta = Calcutta.objects.filter(tournament=self.tournament).first()
        if calcutta is None:
            return []
        stored = list(calcutta.lots.prefetch_related("lot_entries"))
        lots = lots_of(stored)
        amount = auctions.calcutta_pool(lots, Fraction(calcutta.returned))
        pay_table = prizes_from(calcutta.pay_table)
        earned = payout(self.tables, amount, pay_table, unit=self.pot.unit)
        shares = auctions.divided(lots, earned, unit=self.pot.unit)
        lines = self._owners(stored, shares)
        sold = sum(share.amount for share in shares)
        return [SheetPart(Kind.CALCUTTA_PRIZE, "", amount, amount - sold, lines)]

    def _owners(
        self, stored: list[CalcuttaLot], shares: tuple[auctions.Share, ...]
    ) -> tuple[SheetLine, ...]:
        due: dict[tuple[int, int | None], int] = {}
        for share in shares:
            key = (share.lot, share.entry if share.to_player else None)
            due[key] = due.get(key, 0) + share.amount
        by_number = {lot.pk: lot for lot in stored}
        paid = {
            (lot, entry): amount
            for (kind, _pool, lot, entry), amount in self.paid.items()
            if kind == Kind.CALCUTTA_PRIZE and lot is not None and amount
        }
        return tuple(
            SheetLine(
                Kind.CALCUTTA_PRIZE, None, lot, entry,
                who=self._name(entry) if entry else by_number[lot].owner,
                table=str(by_number[lot]),
                place_from=None, place_to=None,
                due=due.get((lot, entry), 0), paid=paid.get((lot, entry), 0),
            )
            for lot, entry in sorted(due.keys() | paid.keys(), key=lambda key: (key[0], key[1] or 0))
        )  # fmt: skip

    def _lines(
        self,
        kind: str,
        due: Mapping[int, int],
        section: str,
        *,
        pool: int | None = None,
        agreed: Collection[int] = (),
    ) -> tuple[SheetLine, ...]:
        """Who is due something, from the largest prize; then who was paid and is due nothing."""
        paid = {
            entry: amount
            for (of, in_pool, _lot, entry), amount in self.paid.items()
            if of == kind and in_pool == pool and entry is not None and amount
        }
        order = sorted(due, key=lambda entry: -due[entry]) + sorted(paid.keys() - due)
        lines = (
            self._line(kind, entry, section, pool, (due.get(entry, 0), paid.get(entry, 0)))
            for entry in order
        )
        return tuple(replace(line, is_agreed=line.entry in agreed) for line in lines)

    def _line(
        self, kind: str, entry: int, section: str, pool: int | None, amounts: tuple[int, int]
    ) -> SheetLine:
        table = section or self._table_of(entry)
        place = self.places.get((table, entry), (None, None))
        name = section_name(table, set(self.tables)) if table else ""
        return SheetLine(kind, pool, None, entry, self._name(entry), name, *place, *amounts)

    def _table_of(self, entry: int) -> str:
        """The table that earned the prize: the first of the pay table in which this entry has a paid place."""
        paid = {(line["section"], line["place"]) for line in self.tournament.agreed["pay_table"]}
        sections = dict.fromkeys(section for section, _place in paid)
        placed = [
            s for s in self.tables if s in sections and self.places.get((s, entry), (None,))[0]
        ]
        first = [s for s in placed if any((s, n) in paid for n in self._places(s, entry))]
        return next(iter(first or placed), "")

    def _places(self, section: str, entry: int) -> range:
        first, last = self.places[section, entry]
        return range(first or 0, (last or 0) + 1)

    def _name(self, entry: int) -> str:
        entry_row = self.entries.get(entry)
        return entry_row.title if entry_row else "–"


def lots_of(stored: list[CalcuttaLot]) -> list[auctions.AuctionLot]:
    """The lots that were sold, for the pure rules, numbered by their ids. Reads only prefetched rows."""
    return [
        auctions.AuctionLot(
            lot.pk,
            tuple(lot_entry.entry_id for lot_entry in lot.lot_entries.all()),
            lot.price,
            {lot_entry.entry_id: lot_entry.bought_back for lot_entry in lot.lot_entries.all()},
        )
        for lot in stored
        if lot.price is not None
    ]


def paid_by(tournament: Tournament) -> dict[Key, int]:
    """What was paid out, counter-lines taken off. One query."""
    lines = LedgerLine.objects.filter(tournament=tournament, kind__in=PAID_OUT)
    sums = lines.order_by().values_list("kind", "pool", "lot", "entry").annotate(all=Sum("amount"))
    return {(kind, pool, lot, entry): -total for kind, pool, lot, entry, total in sums}


def seats_with_a_place(tournament: Tournament) -> "Prefetch[str]":
    """The entries of side pools that owe their fee, as in their accounts: those who play, and those who were drawn. One query
    for who was drawn."""
    owes = Q(entry__status=Entry.Status.ACTIVE) | Q(entry__in=drawn_entries(tournament))
    return Prefetch("seats", SidePoolEntry.objects.filter(owes))
