"""A player pays what they owe in all tournaments of an event at once: a line for each tournament, all or none."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.locking import locked
from tournaments.core.money_texts import amount_text
from tournaments.core.permissions import Right, require
from tournaments.models import Event, LedgerLine
from tournaments.money.selectors.event_accounts import event_accounts
from tournaments.money.services.ledger import Payment, require_same, take_fees
from web.errors import DomainError


@transaction.atomic
def take_all(event: Event, player_id: int, *, expected: int, payment: Payment) -> list[LedgerLine]:
    """Refused: owes_otherwise if it is not what the desk saw. The same key twice is paid once,
    and refused for another payment: key_reused."""
    require(payment.by, event, Right.SCORE)
    for pk in sorted(event.tournaments.values_list("pk", flat=True)):
        locked(pk)
    mine = event_accounts(event, player_id)
    before = LedgerLine.objects.filter(tournament__event=event, key__startswith=f"{payment.key}.")
    if written := list(before):
        entries = {account.entry for row in mine for _tournament, account in row.accounts}
        paid = sum(line.amount for line in written)
        require_same(paid == expected and {line.entry_id for line in written} <= entries)
        return written
    open_ones = [(t, a) for t, a in mine[0].accounts if a.owes > 0] if mine else []
    owed = sum(account.owes for _tournament, account in open_ones)
    if owed != expected or not owed:
        text = _("The amount has changed. Outstanding now: %(amount)s.")
        amount = amount_text(owed, event.currency)
        raise DomainError("owes_otherwise", text % {"amount": amount})
    lines: list[LedgerLine] = []
    for tournament, account in open_ones:
        own = Payment(
            by=payment.by, now=payment.now, key=f"{payment.key}.{account.entry}", method=payment.method,
            note=payment.note,
        )  # fmt: skip
        lines += take_fees(tournament.pk, account.entry, expected=account.owes, payment=own)
    return lines
