"""Lines of the ledger: taken, taken back, paid out. It records what people did with their money and moves none (T11.5).

A line is written once. Every writer sends a key of its own, so a form that is sent twice is one line.
"""

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
COMES_IN = frozenset(
    {Kind.ENTRY_FEE, Kind.REGISTRATION, Kind.REENTRY, Kind.SIDE_POOL, Kind.CALCUTTA}
)
GOES_OUT = frozenset({Kind.EXPENSE, Kind.REFUND, Kind.PRIZE, Kind.POOL_PRIZE, Kind.CALCUTTA_PRIZE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Who says it, when, how it was paid, and the sender's key."""

    by: Viewer | None
    now: datetime
    key: str
    method: str = LedgerLine.Method.CASH
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class What:
    """An amount above 0 and what it was for; its direction follows from the kind."""

    kind: str
    amount: int
    who: str = ""
    entry: Entry | None = None
    pool: SidePool | None = None
    lot: CalcuttaLot | None = None


@transaction.atomic
def take_fees(tournament_id: int, entry_id: int, *, expected: int, told: Told) -> list[LedgerLine]:
    """Somebody pays all he owes; refused: owes_otherwise if that is not what the desk saw. Twice is once."""
    tournament = locked(tournament_id)
    require(told.by, tournament, Right.SCORE)
    if known := _known(tournament, told.key):
        return known
    entry = _entry(tournament, entry_id)
    account = account_of(tournament, entry.pk)
    if account is None or account.owes != expected or expected <= 0:
        text = _("What this player owes has changed meanwhile: now it is %(amount)s.")
        owes = account.owes if account else 0
        raise DomainError("owes_otherwise", text % {"amount": _said(tournament, owes)})
    return [
        _line(tournament, what, told, part=part)
        for part, what in enumerate(_parts(account, entry), start=1)
    ]


@transaction.atomic
def write_line(tournament_id: int, what: What, *, told: Told) -> LedgerLine:
    """Any other amount: a part of a fee, added money, an expense, a refund, a bid. Who may score takes fees, all else is
    the organizer's. Refused: no_fees, bad_amount."""
    tournament = locked(tournament_id)
    require(told.by, tournament, Right.SCORE if what.kind in COMES_IN else Right.ORGANIZE)
    if known := _known(tournament, told.key):
        return known[0]
    for thing in (what.entry, what.pool):
        if thing is not None and thing.tournament_id != tournament.pk:
            raise NotFound("no_such_entry", _("There is no such entry in this tournament."))
    return _line(tournament, what, told)


@transaction.atomic
def write_event_line(event: Event, what: What, *, told: Told) -> LedgerLine:
    """An amount of the event as a whole: the rent of the room, a sponsor."""
    Event.objects.select_for_update().get(pk=event.pk)
    require(told.by, event, Right.ORGANIZE)
    _require_key(told.key)
    found = LedgerLine.objects.filter(event=event, key=told.key).first()
    if found is not None:
        return found
    return _save(LedgerLine(event=event, currency=event.currency), what, told, told.key)


@transaction.atomic
def reverse(line_id: int, *, told: Told) -> LedgerLine:
    """A wrong line is answered by its opposite, once; both stay. Refused: is_reversal."""
    line = LedgerLine.objects.select_related("tournament", "event").filter(pk=line_id).first()
    if line is None:
        raise NotFound("no_such_line", _("There is no such line."))
    require(told.by, _locked_subject(line), Right.ORGANIZE)
    if line.reverses_id is not None:
        raise DomainError("is_reversal", _("This line takes another back; write a new one."))
    before = LedgerLine.objects.filter(reverses=line).first()
    if before is not None:
        return before
    _require_key(told.key)
    if LedgerLine.objects.filter(
        tournament=line.tournament, event=line.event, key=told.key
    ).exists():
        raise _damaged()
    return LedgerLine.objects.create(
        tournament=line.tournament, event=line.event, kind=line.kind, amount=-line.amount,
        currency=line.currency, method=line.method, entry=line.entry, player=line.player,
        who=line.who, pool=line.pool, lot=line.lot, note=told.note[:200],
        by=told.by if isinstance(told.by, User) else None, at=told.now, key=told.key,
        reverses=line,
    )  # fmt: skip


@transaction.atomic
def pay_out(tournament_id: int, line_key: str, *, expected: int, told: Told) -> LedgerLine:
    """A line of the payout sheet is paid: as much as it says is still open. Below 0 the winner gave back what was too much.

    Refused: prize_otherwise if the sheet says something else by now.
    """
    tournament = locked(tournament_id)
    require(told.by, tournament, Right.ORGANIZE)
    if known := _known(tournament, told.key):
        return known[0]
    line = next((one for one in payout_sheet(tournament).lines if one.key == line_key), None)
    if line is None or line.open != expected or expected == 0:
        text = _("The payout sheet has changed meanwhile: still open here is %(amount)s.")
        said = _said(tournament, line.open if line else 0)
        raise DomainError("prize_otherwise", text % {"amount": said})
    return _pay(tournament, line, told)


def _pay(tournament: Tournament, line: SheetLine, told: Told) -> LedgerLine:
    entry = _entry(tournament, line.entry) if line.entry else None
    lot = CalcuttaLot.objects.get(pk=line.lot) if line.lot else None
    player = entry.player if entry else (lot.owner_player if lot else None)
    return LedgerLine.objects.create(
        tournament=tournament, kind=line.kind, amount=-line.open, currency=_currency(tournament),
        method=told.method, entry=entry, player=player, who=line.who[:120], pool_id=line.pool,
        lot=lot, note=told.note[:200], by=told.by if isinstance(told.by, User) else None,
        at=told.now, key=told.key,
    )  # fmt: skip


def _parts(account: Account, entry: Entry) -> Iterable[What]:
    """What is missing, item by item, no more than is owed in all."""
    left = account.owes
    for item in account.items:
        amount = min(max(item.due - item.paid, 0), left)
        if amount:
            left -= amount
            pool = SidePool.objects.get(pk=item.pool) if item.pool else None
            yield What(kind=item.kind, amount=amount, entry=entry, pool=pool)
    if left:
        yield What(kind=account.items[0].kind, amount=left, entry=entry)


def _line(tournament: Tournament, what: What, told: Told, *, part: int = 1) -> LedgerLine:
    key = told.key if part == 1 else f"{told.key}.{part}"
    line = LedgerLine(tournament=tournament, currency=_currency(tournament))
    return _save(line, what, told, key)


def _save(line: LedgerLine, what: What, told: Told, key: str) -> LedgerLine:
    if not 0 < what.amount <= MOST:
        raise DomainError("bad_amount", _("An amount is a number above 0."), status=400)
    line.kind, line.method, line.note = what.kind, told.method, told.note[:200]
    line.amount = -what.amount if what.kind in GOES_OUT else what.amount
    line.entry, line.pool, line.lot = what.entry, what.pool, what.lot
    line.player = what.entry.player if what.entry else None
    line.who = (what.entry.title if what.entry else what.who)[:120]
    line.by = told.by if isinstance(told.by, User) else None
    line.at, line.key = told.now, key
    line.save(force_insert=True)
    return line


def _locked_subject(line: LedgerLine) -> Tournament | Event:
    if line.tournament_id is not None:
        return locked(line.tournament_id)
    return Event.objects.select_for_update().get(ledger_lines=line)


def _known(tournament: Tournament, key: str) -> list[LedgerLine]:
    _require_key(key)
    return list(tournament.ledger_lines.filter(key=key))


def _require_key(key: str) -> None:
    if not (8 <= len(key) <= 60 and key.isprintable()):
        raise _damaged()


def _damaged() -> DomainError:
    return DomainError("bad_key", _("This form is damaged; load the page again."), status=400)


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("There is no such entry in this tournament."))
    return entry


def _currency(tournament: Tournament) -> str:
    plan = plan_of(tournament)
    if plan is None:
        raise DomainError(
            "no_fees", _("Say first what this tournament costs and in what currency.")
        )
    return plan.currency


def _said(tournament: Tournament, amount: int) -> str:
    plan = plan_of(tournament)
    return amount_text(amount, plan.currency if plan else "")
