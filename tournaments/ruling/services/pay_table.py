"""The pay table once the tournament has started: a ruling, so everybody can read who changed it and why (T11.2)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.core.permissions import Right, require
from tournaments.models import Tournament
from tournaments.ruling.services.journal import Journal
from tournaments.setup.services.settings_checks import require_prizes
from web.errors import DomainError, NotFound

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPayTable:
    """An organizer sets what the places pay; `pay_table` as Tournament.pay_table keeps it, empty for no prizes.

    What was paid out stays in the ledger, and the payout shows the difference. Refused: bad_pay_table, same_pay_table.
    """

    tournament: int
    pay_table: list[dict[str, Any]]
    verb: ClassVar[str] = "pay_table"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING, Status.FINISHED)

    def tournament_id(self) -> int:
        return self.tournament

    def pairing(self) -> None:
        return None

    def seen(self) -> FormVersion:
        found = Tournament.objects.filter(pk=self.tournament).first()
        if found is None:
            raise NotFound("no_such_tournament", _("There is no such tournament."))
        return seen_pay_table(found)

    def lay(self, journal: Journal) -> None:
        tournament = journal.ruling.tournament
        require(journal.ruling.by, tournament, Right.ORGANIZE)
        require_prizes(self.pay_table)
        before = seen_pay_table(tournament).data
        if before["pay_table"] == self.pay_table:
            raise DomainError("same_pay_table", _("This is the pay table already."))
        journal.ruling.before, journal.ruling.after = before, {"pay_table": self.pay_table}
        card = {**tournament.agreed, "pay_table": self.pay_table}
        journal.set(tournament, pay_table=self.pay_table, card=card)


def seen_pay_table(tournament: Tournament) -> FormVersion:
    """What the places pay now. No query."""
    return FormVersion({"pay_table": tournament.agreed.get("pay_table") or []}, None)
