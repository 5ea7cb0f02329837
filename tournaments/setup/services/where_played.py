"""Setting where a tournament is played: online, over the board, or both."""

from django.db import transaction

from accounts.models import User
from tournaments.bracket.services.start import settle_unanswered
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Right, require, require_status
from tournaments.models import Tournament, Venue
from web.errors import DomainError

Status = Tournament.Status


@transaction.atomic
def set_venue_mode(tournament_id: int, where: str, *, by: User | None) -> None:
    """Set it before the start. Later only single pairings and rounds are moved (venue_change.py)."""
    tournament = locked(tournament_id)
    require(by, tournament, Right.DIRECT)
    if where not in Venue.Where.values:
        text = "A tournament is played online, over the board, or both."
        raise DomainError("bad_place", text, status=400)
    venue = Venue.objects.filter(tournament=tournament).first()
    if (venue.where if venue else Venue.Where.ONLINE) == where:
        return
    require_status(tournament, Status.DRAFT, Status.OPEN)
    venue, _is_new = Venue.objects.update_or_create(
        tournament=tournament, defaults={"where": where}
    )
    settle_unanswered(tournament, is_online=not venue.by_default_on_board)
    save_changed(tournament)
