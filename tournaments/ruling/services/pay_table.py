"""Changing the pay table after the start: a ruling, so everybody can read who changed it and why (T11.2)."""

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.core.permissions import Right, require
from tournaments.models import Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import Journal
from tournaments.setup.services.settings_checks import require_prizes
from web.errors import DomainError, NotFound

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPayTable:
    """Set what the places pay, as Tournament.pay_table stores it; empty for no prizes. Only an organizer may.

    Prizes already paid stay in the ledger, and the payout shows the difference. Refused: bad_pay_table, same_pay_table.
    """

    tournament: int
    pay_table: list[dict[str, Any]]
    verb: ClassVar[str] = "pay_table"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING, Status.FINISHED)

    def tournament_id(self) -> int:
        return self.tournament

    def load(self) -> RulingSubject[Tournament]:
        tournament = Tournament.objects.filter(pk=self.tournament).first()
        if tournament is None:
            raise NotFound("no_such_tournament", _("Tournament not found."))
        return RulingSubject(tournament, partial(pay_table_version, tournament))

    def apply(self, journal: Journal, subject: RulingSubject[Tournament]) -> None:
        tournament = journal.ruling.tournament
        require(journal.ruling.by, tournament, Right.ORGANIZE)
        require_prizes(self.pay_table)
        before = pay_table_version(tournament).data
        if before["pay_table"] == self.pay_table:
            raise DomainError("same_pay_table", _("This payout table is already set."))
        journal.ruling.before, journal.ruling.after = before, {"pay_table": self.pay_table}
        card = {**tournament.agreed, "pay_table": self.pay_table}
        journal.set(tournament, pay_table=self.pay_table, card=card)


def pay_table_version(tournament: Tournament) -> FormVersion:
    """What the places pay now. No query."""
    return FormVersion({"pay_table": tournament.agreed.get("pay_table") or []}, None)
