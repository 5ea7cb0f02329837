"""What the receipt of one entry says: its fees, what was paid for them and when. Amounts are in smallest units."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import Entry, LedgerLine, Registration, Tournament
from tournaments.money.selectors.accounts import account_of
from tournaments.registration.selectors.registration_link import reference_of
from web.errors import NotFound


@dataclass(frozen=True, slots=True)
class ReceiptPayment:
    """An amount that was paid, or given back (below 0), and how."""

    at: datetime
    label: str
    method: str
    amount: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt of an entry. `fees` are labels with what is due; `number` names the receipt; `note` is why the fee differs."""

    entry: Entry
    number: str
    currency: str
    fees: tuple[tuple[str, int], ...]
    payments: tuple[ReceiptPayment, ...]
    paid: int
    owes: int
    note: str


def receipt_of(tournament: Tournament, entry_id: int) -> Receipt:
    """Nine queries at most. Refused: no_such_entry, nothing_paid (404)."""
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    account = account_of(tournament, entry.pk)
    lines = LedgerLine.objects.filter(entry=entry, kind__in=LedgerLine.FOR_PLAYING)
    standing = list(
        lines.filter(reverses=None, reversed_by=None).select_related("pool").order_by("at", "pk")
    )
    if account is None or not standing:
        raise NotFound("nothing_paid", _("Nothing has been paid for this entry yet."))
    registration = Registration.objects.filter(entry=entry).select_related("tournament__event")
    row = registration.first()
    return Receipt(
        entry=entry,
        number=f"{reference_of(row) if row is not None else tournament.pk}-{entry.pk}",
        currency=standing[0].currency,
        fees=tuple((str(capfirst(item.label)), item.due) for item in account.items if item.due),
        payments=tuple(
            ReceiptPayment(
                line.at,
                line.pool.name if line.pool else str(line.get_kind_display()),
                str(line.get_method_display()),
                line.amount,
            )
            for line in standing
        ),
        paid=account.paid,
        owes=account.owes,
        note=account.note,
    )
