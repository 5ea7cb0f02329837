"""A captain names the line-up of their team for its next match (T8.5, docs/adr/0028)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.lineups import Side, TeamMatch, counting_lineups, sides_without
from tournaments.bracket.services.advancement import settle
from tournaments.bracket.services.lineup_checks import (
    UNCHECKED,
    members_of_lineup,
    require_as_seen,
    require_team_match,
)
from tournaments.bracket.services.lineup_requests import settle_lineup_news
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import require_status
from tournaments.models import Entry, Pairing, TeamLineup, Tournament
from web.errors import DomainError, NotAllowed, NotFound


@transaction.atomic
def name_lineup(
    pairing_id: int,
    players: Sequence[int],
    *,
    by: User,
    now: datetime,
    seen: int = UNCHECKED,
) -> TeamLineup:
    """Name who plays for the captain's team, by the ids of the players, board by board; again as long as the opponents
    have not named theirs. The same line-up a second time changes nothing.

    `seen` is the id of the team's line-up that the captain saw, 0 for none. Refused: not_the_captain, lineups_open,
    lineup_changed, and what lineup_checks refuses.
    """
    tournament = locked(_tournament_of(pairing_id))
    settle(tournament, now)
    require_status(tournament, Tournament.Status.RUNNING)
    pairing = _pairings(pairing_id).select_related("round").get()
    match = require_team_match(tournament, pairing)
    side = _own_side(match, by)
    lineups = counting_lineups({pairing.pk})
    before = lineups.get(side)
    members = members_of_lineup(tournament, side, players)
    if before is not None and before.members == members:
        return before
    if not sides_without(tournament, [match], lineups):
        text = _("Both line-ups are named. Ask a director if yours has to change.")
        raise DomainError("lineups_open", text)
    require_as_seen(before, seen)
    row = TeamLineup.objects.create(
        pairing=pairing,
        entry_id=side[1],
        opponent_id=side[2],
        members=members,
        by=by,
        created_at=now,
    )
    settle_lineup_news(side, now)
    if settle(tournament, now, touched={pairing.pk}).is_nothing:
        save_changed(tournament)
    return row


def require_pairing_of(tournament_id: int, pairing_id: int) -> None:
    """Refused: no_such_pairing, when the pairing is not part of this tournament."""
    if _tournament_of(pairing_id) != tournament_id:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))


def _tournament_of(pairing_id: int) -> int:
    tournament_id = _pairings(pairing_id).values_list("stage__tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
    return tournament_id


def _pairings(pairing_id: int) -> QuerySet[Pairing]:
    return Pairing.objects.filter(pk=pairing_id, voided_at=None)


def _own_side(match: TeamMatch, by: User) -> Side:
    """The side whose captain this user is. Refused: not_the_captain."""
    teams = Entry.objects.filter(pk__in=(match.first, match.second), player__user=by)
    own = set(teams.values_list("pk", flat=True))
    for side in match.sides:
        if side[1] in own:
            return side
    raise NotAllowed(
        "not_the_captain", _("Only the captain names the line-up. Directors name it at the desk.")
    )
