"""The lines of the ledger: fees taken, taken back, prizes paid out. It records payments and makes none (T11.5).

A line is written once. Every writer sends a key of its own, so a form that is sent twice is one line.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.core.locking import locked
from tournaments.core.money_texts import amount_text
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import CalcuttaLot, Entry, Event, LedgerLine, SidePool, Tournament
from tournaments.money.selectors.accounts import Account, account_of
from tournaments.money.selectors.payouts import SheetLine, payout_sheet
from tournaments.payouts.currency import MOST
from web.errors import DomainError, NotFound

Kind = LedgerLine.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Who records a payment, when, how it was paid, and the sender's key, by which a form sent twice is recognized."""

    by: Viewer | None
    now: datetime
    key: str
    method: str = LedgerLine.Method.CASH
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerItem:
    """An amount above 0 and what it is for; its direction follows from the kind."""

    kind: str
    amount: int
    who: str = ""
    entry: Entry | None = None
    pool: SidePool | None = None
    lot: CalcuttaLot | None = None


@transaction.atomic
def take_fees(
    tournament_id: int, entry_id: int, *, expected: int, payment: Payment
) -> list[LedgerLine]:
    """An entry pays all it owes. Safe twice. Refused: owes_otherwise if it is not what the desk saw, key_reused."""
    tournament = locked(tournament_id)
    require(payment.by, tournament, Right.SCORE)
    if before := _lines_of_key(tournament, payment.key):
        paid = sum(line.amount for line in before)
        require_same(paid == expected and {line.entry_id for line in before} == {entry_id})
        return before
    entry = _entry(tournament, entry_id)
    account = account_of(tournament, entry.pk)
    if account is None or account.owes != expected or expected <= 0:
        text = _("The amount has changed. Outstanding now: %(amount)s.")
        owes = account.owes if account else 0
        raise DomainError("owes_otherwise", text % {"amount": _amount_text(tournament, owes)})
    return [
        _line(tournament, item, payment, part=part)
        for part, item in enumerate(_parts(account, entry), start=1)
    ]


@transaction.atomic
def write_line(tournament_id: int, item: LedgerItem, *, payment: Payment) -> LedgerLine:
    """Records any other amount: a part of a fee, added money, an expense, a refund, a bid. Scorers may take fees; all else
    is the organizer's. Refused: no_fees, bad_amount, key_reused."""
    tournament = locked(tournament_id)
    require(
        payment.by, tournament, Right.SCORE if item.kind in LedgerLine.COMES_IN else Right.ORGANIZE
    )
    if before := _lines_of_key(tournament, payment.key):
        require_same(len(before) == 1 and _records(before[0], item))
        return before[0]
    for subject in (item.entry, item.pool):
        if subject is not None and subject.tournament_id != tournament.pk:
            raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return _line(tournament, item, payment)


@transaction.atomic
def write_event_line(event: Event, item: LedgerItem, *, payment: Payment) -> LedgerLine:
    """An amount of the event as a whole: the rent of the room, a sponsor. Refused: key_reused."""
    Event.objects.select_for_update().get(pk=event.pk)
    require(payment.by, event, Right.ORGANIZE)
    require_key(payment.key)
    before = LedgerLine.objects.filter(event=event, key=payment.key).first()
    if before is not None:
        require_same(_records(before, item))
        return before
    return _save(LedgerLine(event=event, currency=event.currency), item, payment, payment.key)


@transaction.atomic
def reverse(line_id: int, *, payment: Payment) -> LedgerLine:
    """A wrong line is reversed by its opposite, once; both stay. Refused: is_reversal."""
    line = LedgerLine.objects.select_related("tournament", "event").filter(pk=line_id).first()
    if line is None:
        raise NotFound("no_such_line", _("This no longer exists. Reload the page."))
    require(payment.by, _locked_subject(line), Right.ORGANIZE)
    if line.reverses_id is not None:
        raise DomainError(
            "is_reversal", _("This amount already undoes another. Record a new payment instead.")
        )
    before = LedgerLine.objects.filter(reverses=line).first()
    if before is not None:
        return before
    require_key(payment.key)
    if LedgerLine.objects.filter(
        tournament=line.tournament, event=line.event, key=payment.key
    ).exists():
        raise _damaged()
    return LedgerLine.objects.create(
        tournament=line.tournament, event=line.event, kind=line.kind, amount=-line.amount,
        currency=line.currency, method=line.method, entry=line.entry, player=line.player,
        who=line.who, pool=line.pool, lot=line.lot, note=payment.note[:200],
        by=payment.by if isinstance(payment.by, User) else None, at=payment.now, key=payment.key,
        reverses=line,
    )  # fmt: skip


@transaction.atomic
def pay_out(tournament_id: int, line_key: str, *, expected: int, payment: Payment) -> LedgerLine:
    """Pays what is still open of a line of the payout sheet. Below 0 the winner gave back what they got too much.

    Refused: prize_otherwise if the sheet has changed meanwhile, key_reused.
    """
    tournament = locked(tournament_id)
    require(payment.by, tournament, Right.ORGANIZE)
    before = _lines_of_key(tournament, payment.key)
    line = next((row for row in payout_sheet(tournament).lines if row.key == line_key), None)
    if before:
        require_same(sum(row.amount for row in before) == -expected and _pays(before[0], line))
        return before[0]
    if line is None or line.open != expected or expected == 0:
        text = _("The amount has changed. Outstanding now: %(amount)s.")
        amount = _amount_text(tournament, line.open if line else 0)
        raise DomainError("prize_otherwise", text % {"amount": amount})
    return _pay(tournament, line, payment)


def _pay(tournament: Tournament, line: SheetLine, payment: Payment) -> LedgerLine:
    entry = _entry(tournament, line.entry) if line.entry else None
    lot = CalcuttaLot.objects.get(pk=line.lot) if line.lot else None
    player = entry.player if entry else (lot.owner_player if lot else None)
    return LedgerLine.objects.create(
        tournament=tournament, kind=line.kind, amount=-line.open, currency=_currency(tournament),
        method=payment.method, entry=entry, player=player, who=line.who[:120], pool_id=line.pool,
        lot=lot, note=payment.note[:200], by=payment.by if isinstance(payment.by, User) else None,
        at=payment.now, key=payment.key,
    )  # fmt: skip


def _parts(account: Account, entry: Entry) -> Iterable[LedgerItem]:
    """What is still due, fee by fee, no more than is owed in all."""
    left = account.owes
    for item in account.items:
        amount = min(max(item.due - item.paid, 0), left)
        if amount:
            left -= amount
            pool = SidePool.objects.get(pk=item.pool) if item.pool else None
            yield LedgerItem(kind=item.kind, amount=amount, entry=entry, pool=pool)
    if left:
        yield LedgerItem(kind=account.items[0].kind, amount=left, entry=entry)


def _line(
    tournament: Tournament, item: LedgerItem, payment: Payment, *, part: int = 1
) -> LedgerLine:
    key = payment.key if part == 1 else f"{payment.key}.{part}"
    line = LedgerLine(tournament=tournament, currency=_currency(tournament))
    return _save(line, item, payment, key)


def _save(line: LedgerLine, item: LedgerItem, payment: Payment, key: str) -> LedgerLine:
    if not 0 < item.amount <= MOST:
        raise DomainError("bad_amount", _("Enter an amount above 0."), status=400)
    line.kind, line.method, line.note = item.kind, payment.method, payment.note[:200]
    line.amount = -item.amount if item.kind in LedgerLine.GOES_OUT else item.amount
    line.entry, line.pool, line.lot = item.entry, item.pool, item.lot
    line.player = item.entry.player if item.entry else None
    line.who = (item.entry.title if item.entry else item.who)[:120]
    line.by = payment.by if isinstance(payment.by, User) else None
    line.at, line.key = payment.now, key
    line.save(force_insert=True)
    return line


def _locked_subject(line: LedgerLine) -> Tournament | Event:
    if line.tournament_id is not None:
        return locked(line.tournament_id)
    return Event.objects.select_for_update().get(ledger_lines=line)


def _lines_of_key(tournament: Tournament, key: str) -> list[LedgerLine]:
    """The lines written with this key; the second fee of a payment and all after it have a number behind it."""
    require_key(key)
    parts = re.compile(rf"{re.escape(key)}(\.\d+)?")
    lines = tournament.ledger_lines.filter(key__startswith=key).order_by("pk")
    return [line for line in lines if parts.fullmatch(line.key)]


def _records(line: LedgerLine, item: LedgerItem) -> bool:
    """Was the line written for this item?"""
    amount = -item.amount if item.kind in LedgerLine.GOES_OUT else item.amount
    subjects = [None if row is None else row.pk for row in (item.entry, item.pool, item.lot)]
    return (
        (line.kind, line.amount) == (item.kind, amount)
        and [line.entry_id, line.pool_id, line.lot_id] == subjects
        and (item.entry is not None or item.lot is not None or line.who == item.who[:120])
    )


def _pays(line: LedgerLine, due: SheetLine | None) -> bool:
    """Did the line pay this one of the sheet? What has left the sheet is not compared."""
    return due is None or (line.kind, line.entry_id, line.pool_id, line.lot_id) == (
        due.kind, due.entry, due.pool, due.lot,
    )  # fmt: skip


def require_same(is_same: bool) -> None:
    """Refused: key_reused, when what was written with a key is another payment."""
    if not is_same:
        text = _("This was sent before for another payment. Reload the page and try again.")
        raise DomainError("key_reused", text)


def require_key(key: str) -> None:
    """Refused: bad_key, what no form of the site sends."""
    if not (8 <= len(key) <= 60 and key.isprintable()):
        raise _damaged()


def _damaged() -> DomainError:
    return DomainError(
        "bad_key",
        _("Something is wrong with this request. Reload the page and try again."),
        status=400,
    )


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    return entry


def _currency(tournament: Tournament) -> str:
    plan = plan_of(tournament)
    if plan is None:
        raise DomainError("no_fees", _("Set the fees and currency first."))
    return plan.currency


def _amount_text(tournament: Tournament, amount: int) -> str:
    plan = plan_of(tournament)
    return amount_text(amount, plan.currency if plan else "")
