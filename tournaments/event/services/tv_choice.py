"""The choice of a match that the TV page of a tournament shows while it is played."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.locking import locked
from tournaments.core.permissions import Right, Viewer, require
from tournaments.models import PairingMatch, Tournament
from web.errors import NotFound


@transaction.atomic
def put_on_tv(tournament_id: int, match_id: UUID | None, *, by: Viewer | None) -> Tournament:
    """Show this match, or with None let the page choose again.

    Refused: not_your_role, no_such_match (404: no match of this tournament). This is not a ruling.
    """
    tournament = locked(tournament_id)
    require(by, tournament, Right.STREAM)
    if match_id is not None and not _plays(tournament, match_id):
        raise NotFound("no_such_match", _("This match is not part of this tournament."))
    tournament.on_tv_id = match_id
    tournament.save(update_fields=["on_tv"])
    return tournament


def _plays(tournament: Tournament, match_id: UUID) -> bool:
    rows = PairingMatch.objects.filter(pairing__stage__tournament=tournament, voided_at=None)
    return rows.filter(match=match_id).exists()
