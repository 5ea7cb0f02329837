"""The auctioneer's steps through a calcutta: a lot on the block, bids, sold. What is sold is written as on the sheet of lots."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.locking import locked
from tournaments.core.permissions import Right, require
from tournaments.models import Calcutta, CalcuttaLot
from tournaments.money.services import calcuttas
from tournaments.money.services.calcuttas import Bid, calcutta_of
from tournaments.payouts.currency import MOST
from web.errors import DomainError


@transaction.atomic
def put_on_block(tournament_id: int, lot_id: int, *, by: User | None) -> Calcutta:
    """Auction this lot now; bids for another one are forgotten. Refused: no_calcutta, no_such_lot, lot_is_sold."""
    calcutta = _locked(tournament_id, by)
    lot = calcuttas.lot_of(calcutta.tournament, lot_id)
    if lot.price is not None:
        raise DomainError("lot_is_sold", _("This lot is sold. Undo the sale first."))
    return _show(calcutta, lot)


@transaction.atomic
def raise_bid(tournament_id: int, lot_id: int, bid: Bid, *, by: User | None) -> Calcutta:
    """Take a higher bid for the lot on the block; the bidder may be left out until it is sold.

    Refused: no_calcutta, not_on_block, bad_amount (400), bid_too_low.
    """
    calcutta = _locked(tournament_id, by)
    _require_on_block(calcutta, lot_id)
    if not 0 < bid.price <= MOST:
        raise DomainError("bad_amount", _("Enter an amount above 0."), status=400)
    if bid.price <= (calcutta.bid or 0):
        raise DomainError("bid_too_low", _("A bid must be higher than the one before."))
    calcutta.bid, calcutta.bidder = bid.price, " ".join(bid.owner.split())[:80]
    calcutta.save(update_fields=["bid", "bidder"])
    return calcutta


@transaction.atomic
def knock_down(
    tournament_id: int, lot_id: int, *, by: User | None, now: datetime, owner: str = ""
) -> CalcuttaLot:
    """Sell the lot on the block to the highest bid, and put the next unsold one there. `owner` names a bidder who was not
    named before.

    Refused: no_calcutta, not_on_block, no_bid, name_needed (400).
    """
    calcutta = _locked(tournament_id, by)
    _require_on_block(calcutta, lot_id)
    if calcutta.bid is None:
        raise DomainError("no_bid", _("Nobody has bid for this lot yet."))
    sale = Bid(calcutta.bid, owner.strip() or calcutta.bidder)
    lot = calcuttas.sell(tournament_id, lot_id, sale, by=by, now=now)
    _show(calcutta, next_lot(calcutta, lot.number))
    return lot


@transaction.atomic
def pass_lot(tournament_id: int, lot_id: int, *, by: User | None) -> Calcutta:
    """Leave the lot on the block for later, and go on with the next unsold one. Refused: no_calcutta, not_on_block."""
    calcutta = _locked(tournament_id, by)
    number = _require_on_block(calcutta, lot_id).number
    return _show(calcutta, next_lot(calcutta, number))


@transaction.atomic
def undo_sale(tournament_id: int, lot_id: int, *, by: User | None, now: datetime) -> Calcutta:
    """Take a sale back and put the lot on the block again, at the bid that it had.

    Twice is once. Refused: no_calcutta, no_such_lot, lot_paid, other_lot_has_bid.
    """
    calcutta = _locked(tournament_id, by)
    before = calcuttas.lot_of(calcutta.tournament, lot_id)
    if before.price is None:
        return calcutta
    if calcutta.bid is not None:
        text = _("Another lot on the block has a bid. Sell it or pass it first.")
        raise DomainError("other_lot_has_bid", text)
    lot = calcuttas.sell(tournament_id, lot_id, None, by=by, now=now)
    _show(calcutta, lot)
    calcutta.bid, calcutta.bidder = before.price, before.owner
    calcutta.save(update_fields=["bid", "bidder"])
    return calcutta


def next_lot(calcutta: Calcutta, number: int) -> CalcuttaLot | None:
    """The first unsold lot after this number; after the last one the first that was passed. None when all are sold."""
    unsold = calcutta.lots.filter(price=None).order_by("number")
    return unsold.filter(number__gt=number).first() or unsold.first()


def _show(calcutta: Calcutta, lot: CalcuttaLot | None) -> Calcutta:
    if calcutta.on_block_id == (lot.pk if lot else None):
        return calcutta
    calcutta.on_block, calcutta.bid, calcutta.bidder = lot, None, ""
    calcutta.save(update_fields=["on_block", "bid", "bidder"])
    return calcutta


def _require_on_block(calcutta: Calcutta, lot_id: int) -> CalcuttaLot:
    lot = calcutta.on_block
    if lot is None or lot.pk != lot_id or lot.price is not None:
        text = _("This lot is no longer on the block. Reload the page.")
        raise DomainError("not_on_block", text)
    return lot


def _locked(tournament_id: int, by: User | None) -> Calcutta:
    """The auction, read under the tournament's lock."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    return calcutta_of(tournament)
