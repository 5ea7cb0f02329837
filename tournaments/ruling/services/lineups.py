"""Rulings on line-ups (T8.5): a director names one for a team, or lets all teams of a round that have named none play in
their order."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.lineups import (
    Side,
    TeamMatch,
    counting_lineups,
    sides_without,
    team_order,
)
from tournaments.bracket.services.lineup_checks import (
    UNCHECKED,
    boards_begun,
    members_of_lineup,
    require_as_seen,
    require_named_lineups,
    require_team_match,
)
from tournaments.bracket.services.lineup_requests import settle_lineup_news
from tournaments.models import EntryMember, Pairing, Round, Ruling, Slot, TeamLineup, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.result_rulings import OnPairing
from tournaments.ruling.services.rounds import OnRound
from web.errors import DomainError

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLineup(OnPairing):
    """Name who plays for a team, by the ids of the players, board by board. Boards that have begun keep their players.

    The record says for which team, and never who: the opponents may not have named theirs. `seen` is the id of the
    line-up that its author saw, 0 for none. Refused: not_in_this_pairing, lineup_named, lineup_changed, and what
    lineup_checks refuses.
    """

    entry: int
    players: tuple[int, ...]
    seen: int = UNCHECKED
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING,)
    verb: ClassVar[str] = "lineup"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing, tournament = subject.row, journal.ruling.tournament
        match = require_team_match(tournament, pairing)
        side = next((side for side in match.sides if side[1] == self.entry), None)
        if side is None:
            text = _("This team is not in this match.")
            raise DomainError("not_in_this_pairing", text)
        members = members_of_lineup(tournament, side, self.players)
        lineups = counting_lineups({pairing.pk})
        is_open = not sides_without(tournament, [match], lineups)
        if is_open and side in lineups and lineups[side].members == members:
            raise DomainError("lineup_named", _("This is the team’s line-up already."))
        require_as_seen(lineups.get(side), self.seen)
        journal.ruling.after = {"lineup": side[1]}
        _add(journal, side, members)


@dataclass(frozen=True, slots=True, kw_only=True)
class UseTeamOrder(OnRound):
    """Close the naming of a round: each team that has named no line-up plays in its order. Refused: no_lineups,
    lineups_named, when every team has named its own."""

    verb: ClassVar[str] = "team_order"

    def apply(self, journal: Journal, subject: RulingSubject[Round]) -> None:
        row, tournament = subject.row, journal.ruling.tournament
        require_named_lineups(tournament)
        matches = matches_of(row)
        lineups = counting_lineups({match.pairing for match in matches})
        missing = sides_without(tournament, matches, lineups)
        if not missing:
            text = _("Every team of this round has named its line-up.")
            raise DomainError("lineups_named", text)
        self._record(journal, row)
        orders = _orders({entry for _pairing, entry, _opponent in missing}, tournament.boards)
        for side in missing:
            _add(journal, side, orders[side[1]])


def matches_of(row: Round) -> list[TeamMatch]:
    """The undecided matches of a round whose two teams are known. One query."""
    slots = Slot.objects.filter(
        pairing__round=row, pairing__voided_at=None, pairing__outcome="", entry__isnull=False
    )
    teams: dict[int, list[int]] = {}
    for pairing, entry in slots.order_by("pairing", "side").values_list("pairing_id", "entry_id"):
        teams.setdefault(pairing, []).append(entry or 0)  # never None, by the filter
    return [TeamMatch(pk, *pair) for pk, pair in teams.items() if len(pair) == 2]


def require_no_board_begun(target: Ruling) -> None:
    """Refused: match_on, when a board has begun with a line-up that this ruling named."""
    for row in TeamLineup.objects.filter(ruling=target, revoked_at=None):
        if boards_begun((row.pairing_id, row.entry_id, row.opponent_id)):
            text = _("A board of this match has begun. Name another line-up for the other boards.")
            raise DomainError("match_on", text)


def _orders(entries: Iterable[int], boards: int) -> dict[int, list[int]]:
    """The members of each team who play in its order. One query."""
    members: dict[int, list[EntryMember]] = {}
    for member in EntryMember.objects.filter(entry__in=set(entries)):
        members.setdefault(member.entry_id, []).append(member)
    return {
        entry: [member.pk for member in team_order(listed, boards)]
        for entry, listed in members.items()
    }


def _add(journal: Journal, side: Side, members: list[int]) -> None:
    pairing, entry, opponent = side
    ruling = journal.ruling
    row = TeamLineup(
        pairing_id=pairing, entry_id=entry, opponent_id=opponent, members=members,
        by=ruling.by, ruling=ruling, created_at=journal.now,
    )  # fmt: skip
    journal.add(row, revoked_at=UNDONE)
    settle_lineup_news(side, journal.now)
