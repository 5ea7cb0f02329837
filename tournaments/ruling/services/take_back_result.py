"""Taking back a result that was typed at the desk or reported by players: the pairing is open again.

Results that a director ruled are taken back by undoing their ruling (`undo`).
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import pairing_version
from tournaments.models import Result, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import Journal
from web.errors import DomainError, NotFound

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackResult:
    """Refused: no_such_result, already_undone."""

    result_id: int
    verb: ClassVar[str] = "take_back_result"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING, Status.FINISHED)

    def tournament_id(self) -> int:
        return self._result().pairing.stage.tournament_id

    def load(self) -> RulingSubject[Result]:
        result = self._result()
        return RulingSubject(result, partial(pairing_version, result.pairing), result.pairing)

    def apply(self, journal: Journal, subject: RulingSubject[Result]) -> None:
        result = subject.row
        if result.revoked_at is not None or result.superseded_by_id is not None:
            text = _("This result has already been undone or replaced.")
            raise DomainError("already_undone", text)
        journal.set(result, revoked_at=journal.now)

    def _result(self) -> Result:
        reported = Result.objects.filter(pk=self.result_id, source=Result.Source.REPORT)
        reported = reported.filter(pairing__voided_at=None)
        result = reported.select_related("pairing__round", "pairing__stage__tournament").first()
        if result is None:
            raise NotFound("no_such_result", _("This result is no longer part of the draw."))
        return result
