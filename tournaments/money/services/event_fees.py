"""A player pays what he owes in all tournaments of an event at once; a line each, all or none."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.locking import locked
from tournaments.core.money_texts import amount_text
from tournaments.core.permissions import Right, require
from tournaments.models import Event, LedgerLine
from tournaments.money.selectors.event_accounts import event_accounts
from tournaments.money.services.ledger import Told, take_fees
from web.errors import DomainError


@transaction.atomic
def take_all(event: Event, player_id: int, *, expected: int, told: Told) -> list[LedgerLine]:
    """Refused: owes_otherwise if it is not what the desk saw. The same key twice is paid once."""
    require(told.by, event, Right.SCORE)
    for pk in sorted(event.tournaments.values_list("pk", flat=True)):
        locked(pk)
    before = LedgerLine.objects.filter(tournament__event=event, key__startswith=f"{told.key}.")
    if before.exists():
        return list(before)
    mine = event_accounts(event, player_id)
    open_ones = [(t, a) for t, a in mine[0].accounts if a.owes > 0] if mine else []
    owed = sum(account.owes for _tournament, account in open_ones)
    if owed != expected or not owed:
        text = _("What this player owes has changed meanwhile: now it is %(amount)s.")
        amount = amount_text(owed, event.currency)
        raise DomainError("owes_otherwise", text % {"amount": amount})
    found: list[LedgerLine] = []
    for tournament, account in open_ones:
        own = Told(
            by=told.by, now=told.now, key=f"{told.key}.{account.entry}", method=told.method,
            note=told.note,
        )  # fmt: skip
        found += take_fees(tournament.pk, account.entry, expected=account.owes, told=own)
    return found
