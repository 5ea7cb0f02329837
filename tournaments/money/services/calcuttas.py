"""The calcutta auction (T11.5): lots, their buyers and prices, and what players bought back. It only records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import (
    Calcutta,
    CalcuttaLot,
    CalcuttaLotEntry,
    Entry,
    LedgerLine,
    Tournament,
)
from tournaments.money.services.ledger import LedgerItem, Payment, write_line
from tournaments.payouts.currency import MOST
from tournaments.setup.services.settings_checks import require_prizes
from web.errors import DomainError, NotFound


@dataclass(frozen=True, slots=True)
class Bid:
    """The highest bid for a lot, and its bidder."""

    price: int
    owner: str


@transaction.atomic
def set_up(
    tournament_id: int,
    *,
    by: Viewer | None,
    pay_table: list[dict[str, Any]],
    returned: Any,
    buy_back: int,
) -> Calcutta:
    """Hold an auction, or change its terms. Refused: no_fees (its currency is the plan's), bad_pay_table, bad_share."""
    tournament = _organized(tournament_id, by)
    if plan_of(tournament) is None:
        raise DomainError("no_fees", _("Set the fees and currency first."))
    require_prizes(pay_table)
    if not 0 <= returned <= 100 or not 0 <= buy_back <= 100:
        raise DomainError("bad_share", _("Enter a percentage from 0 to 100."), status=400)
    terms = {"pay_table": pay_table, "returned": returned, "buy_back": buy_back}
    calcutta, _made = Calcutta.objects.update_or_create(tournament=tournament, defaults=terms)
    return calcutta


@transaction.atomic
def add_lot(
    tournament_id: int, *, by: Viewer | None, entries: Iterable[int], name: str = ""
) -> CalcuttaLot:
    """Makes a lot of one entry, or of a field of several. Refused: no_such_entry, in_other_lot."""
    tournament = _organized(tournament_id, by)
    calcutta = calcutta_of(tournament)
    wanted = set(entries)
    chosen = list(
        tournament.entries.select_related("player").filter(
            pk__in=wanted, status=Entry.Status.ACTIVE
        )
    )
    if not chosen or len(chosen) != len(wanted):
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    if CalcuttaLotEntry.objects.filter(entry__in=chosen).exists():
        raise DomainError("in_other_lot", _("One of these players is already in another lot."))
    last = calcutta.lots.aggregate(last=Max("number"))["last"] or 0
    name = " ".join(name.split())[:80] or ", ".join(e.title for e in chosen)[:80]
    lot = CalcuttaLot.objects.create(calcutta=calcutta, number=last + 1, name=name)
    CalcuttaLotEntry.objects.bulk_create(CalcuttaLotEntry(lot=lot, entry=e) for e in chosen)
    return lot


@transaction.atomic
def add_each(tournament_id: int, *, by: Viewer | None) -> int:
    """Makes a lot for everybody who is in none yet; returns how many."""
    tournament = _organized(tournament_id, by)
    calcutta = calcutta_of(tournament)
    left = tournament.entries.filter(status=Entry.Status.ACTIVE, calcutta_lot_entry=None)
    last = calcutta.lots.aggregate(last=Max("number"))["last"] or 0
    entries = list(left.select_related("player"))
    made = CalcuttaLot.objects.bulk_create(
        CalcuttaLot(calcutta=calcutta, number=number, name=entry.title[:80])
        for number, entry in enumerate(entries, start=last + 1)
    )
    CalcuttaLotEntry.objects.bulk_create(
        CalcuttaLotEntry(lot=lot, entry=entry) for lot, entry in zip(made, entries, strict=True)
    )
    return len(made)


@transaction.atomic
def drop_lot(tournament_id: int, lot_id: int, *, by: Viewer | None) -> None:
    """Refused: lot_sold."""
    lot = lot_of(_organized(tournament_id, by), lot_id)
    if lot.price is not None or lot.ledger_lines.exists():
        raise DomainError(
            "lot_sold",
            _(
                "A lot that is sold or has payments cannot be removed. "
                "If nothing was paid, undo the sale first."
            ),
        )
    lot.delete()


@transaction.atomic
def sell(
    tournament_id: int, lot_id: int, bid: Bid | None, *, by: Viewer | None, now: datetime
) -> CalcuttaLot:
    """Sells a lot to the highest bid; None takes the sale back. Refused: bad_amount, name_needed, lot_paid once money was taken for it."""
    lot = lot_of(_organized(tournament_id, by), lot_id)
    owner = " ".join(bid.owner.split())[:80] if bid else ""
    if bid and not 0 < bid.price <= MOST:
        raise DomainError("bad_amount", _("Enter an amount above 0."), status=400)
    if bid and not owner:
        raise DomainError("name_needed", _("Enter the buyer."), status=400)
    if (bid.price if bid else None, owner) == (lot.price, lot.owner):
        return lot
    if sum(lot.ledger_lines.values_list("amount", flat=True)):
        text = _("This lot has payments. Undo them in the ledger first.")
        raise DomainError("lot_paid", text)
    lot.price, lot.owner = (bid.price, owner) if bid else (None, "")
    lot.owner_player = None
    lot.sold_at, lot.by = (now if bid else None), (by if isinstance(by, User) else None)
    lot.save()
    return lot


@transaction.atomic
def buy_back(
    tournament_id: int, lot_id: int, shares: Mapping[int, int], *, by: Viewer | None
) -> None:
    """How much of themselves each player bought back, in per cent, by entry. Refused: too_much, no_such_entry."""
    tournament = _organized(tournament_id, by)
    lot = lot_of(tournament, lot_id)
    limit = lot.calcutta.buy_back
    inside = {lot_entry.entry_id: lot_entry for lot_entry in lot.lot_entries.all()}
    if not shares.keys() <= inside.keys():
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    if any(not 0 <= share <= limit for share in shares.values()):
        text = _("Maximum buy-back here: %(limit)s%%.") % {"limit": limit}
        raise DomainError("too_much", text, status=400)
    for entry, share in shares.items():
        inside[entry].bought_back = share
        inside[entry].save(update_fields=["bought_back"])


@transaction.atomic
def take_bid(tournament_id: int, lot_id: int, *, payment: Payment) -> LedgerLine:
    """Records the rest of a bid as paid. Safe twice. Refused: no_such_lot, bad_amount where nothing is left, key_reused."""
    lot = lot_of(locked(tournament_id), lot_id)
    before = lot.ledger_lines.filter(kind=LedgerLine.Kind.CALCUTTA).exclude(key=payment.key)
    paid = sum(before.values_list("amount", flat=True))
    item = LedgerItem(
        kind=LedgerLine.Kind.CALCUTTA, amount=(lot.price or 0) - paid, who=lot.owner, lot=lot
    )
    return write_line(tournament_id, item, payment=payment)


def calcutta_of(tournament: Tournament) -> Calcutta:
    calcutta = Calcutta.objects.filter(tournament=tournament).first()
    if calcutta is None:
        raise NotFound("no_calcutta", _("This tournament has no Calcutta auction."))
    return calcutta


def lot_of(tournament: Tournament, lot_id: int) -> CalcuttaLot:
    lots = CalcuttaLot.objects.filter(pk=lot_id, calcutta__tournament=tournament)
    lot = lots.select_related("calcutta").first()
    if lot is None:
        raise NotFound("no_such_lot", _("This no longer exists. Reload the page."))
    return lot


def _organized(tournament_id: int, by: Viewer | None) -> Tournament:
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    return tournament
