"""Setting the score of a running match (R9.5). The bracket is not touched: a score that decides the match is a
result (result_rulings.py)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.models import Pairing, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import Journal
from tournaments.ruling.services.result_rulings import OnPairing, live_match
from web.errors import DomainError


@dataclass(frozen=True, slots=True, kw_only=True)
class SetScore(OnPairing):
    """The score of a running match, by entry. Refused: no_match_on, score_decides."""

    score: Mapping[int, int]
    board: int = 1
    verb: ClassVar[str] = "score"
    statuses: ClassVar[tuple[str, ...]] = (Tournament.Status.RUNNING,)

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        on = live_match(subject.row, self.board)
        if on is None or on.match.is_over:
            raise DomainError("no_match_on", _("This pairing has no match in progress."))
        two = [on.entry_a_id, on.entry_b_id]
        if set(self.score) != set(two):
            text = _("Enter the points of both players.")
            raise DomainError("not_in_this_pairing", text)
        length = on.match.rules.get("length")
        if length is not None and max(self.score.values()) >= length:
            text = _("At this score the match is over. Set the result instead.")
            raise DomainError("score_decides", text)
        after = {str(entry): points for entry, points in self.score.items()}
        before = {str(two[0]): on.match.score_a, str(two[1]): on.match.score_b}
        journal.score(on, [self.score[entry] for entry in two])
        journal.ruling.before["table"], journal.ruling.after = before, {"table": after}
