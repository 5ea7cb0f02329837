"""The league's lock, who may change it, and the record of changes. Lock order everywhere: tournaments and events, then leagues."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from clubs.services.locking import require_active
from leagues.models import League, LeagueRecord
from leagues.selectors.leagues import looks_after
from web.errors import NotAllowed, NotFound


def locked_league(league_id: int) -> League:
    """The league as it is now, locked until the surrounding transaction ends. Raises NotFound no_such_league."""
    league = League.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if league is None:
        raise NotFound("no_such_league", _("League not found."))
    return league


def require_league_organizer(user: User, league: League) -> None:
    """Refuse everybody but the organizer and the officers of the club. Refused: suspended, not_your_league."""
    require_active(user)
    if not looks_after(user, league):
        text = _("Only the organizer of the league or an officer of its club can do this.")
        raise NotAllowed("not_your_league", text)


def record(
    league: League, by: User | None, now: datetime, verb: LeagueRecord.Verb, **details: Any
) -> None:
    """Add a line to the record of the league."""
    LeagueRecord.objects.create(league=league, by=by, at=now, verb=verb, details=details)
