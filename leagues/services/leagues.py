"""A league is started, changed and deleted."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_verified
from accounts.services.guests import require_account
from clubs.models import Club
from clubs.services.locking import require_active, require_officer
from leagues.models import LONGEST_NAME, League, LeagueRecord
from leagues.selectors.leagues import settings_version
from leagues.services.division_pages import renew_league_pages
from leagues.services.locking import locked_league, record, require_league_organizer
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within
from web.slugs import save_with_slug

MOST_ORGANIZED = 50
MOST_A_DAY = 10
DAY_S = 86_400
LONGEST_ABOUT = 2000
FIELDS = ("name", "about", "club")


@transaction.atomic
def start_league(user: User, now: datetime, **facts: Any) -> League:
    """A new league of this user. Refused: sign_up_first, suspended, not_verified (403), too_many_requests (429),
    too_many_leagues, not_an_officer, name_needed (400), too_long (400)."""
    require_account(user)
    require_active(user)
    if not is_verified(user):
        raise NotAllowed("not_verified", _("Confirm your email address before you start a league."))
    league = _with(League(organizer=user, created_at=now), facts)
    _require_valid(league)
    _require_club(user, league.club)
    if not is_within(f"league-start:{user.pk}", MOST_A_DAY, DAY_S, now):
        raise DomainError("too_many_requests", _("Too many new leagues. Try again tomorrow."), 429)
    if League.objects.filter(organizer=user).count() >= MOST_ORGANIZED:
        text = _("You have reached the limit of leagues. Delete one that you no longer need.")
        raise DomainError("too_many_leagues", text)
    save_with_slug(league, "league")
    record(league, user, now, LeagueRecord.Verb.STARTED)
    return league


@transaction.atomic
def change_league(
    league_id: int, by: User, now: datetime, *, version: int | None = None, **facts: Any
) -> League:
    """Change settings; with `version` (`settings_version`) only those that nobody has changed since.

    Refused: not_your_league, not_an_officer, changed_meanwhile, name_needed (400), too_long (400).
    """
    league = locked_league(league_id)
    require_league_organizer(by, league)
    if version is not None and version != settings_version(league):
        changed = _("Someone else changed this after you opened it. Nothing was overwritten.")
        again = _("Your version is below. Save again to replace the other one.")
        raise DomainError("changed_meanwhile", f"{changed} {again}")
    before = {name: getattr(league, name) for name in facts}
    _require_valid(_with(league, facts))
    if "club" in facts and before["club"] != league.club:
        _require_club(by, league.club)
    changes = {
        name: [_plain(before[name]), _plain(getattr(league, name))]
        for name in facts
        if before[name] != getattr(league, name)
    }
    if changes:
        league.save(update_fields=[*changes, *(["search_name"] if "name" in changes else [])])
        record(league, by, now, LeagueRecord.Verb.CHANGED, changes=changes)
    if "name" in changes:
        renew_league_pages(league)
    return league


@transaction.atomic
def delete_league(league_id: int, by: User) -> None:
    """Delete a league with its seasons and its record; tournaments stay. Refused: not_your_league."""
    league = locked_league(league_id)
    require_league_organizer(by, league)
    renew_league_pages(league)
    league.delete()


def _require_club(user: User, club: Club | None) -> None:
    if club is not None:
        require_officer(user, club)


def _require_valid(league: League) -> None:
    if len(league.name) < 3 or not any(c.isalnum() for c in league.name):
        raise DomainError("name_needed", _("Enter a name of three characters or more."), 400)
    if len(league.name) > LONGEST_NAME or len(league.about) > LONGEST_ABOUT:
        raise DomainError("too_long", _("A text is too long. Shorten it and save again."), 400)


def _with(league: League, facts: dict[str, Any]) -> League:
    if unknown := facts.keys() - set(FIELDS):
        raise TypeError(f"not settings of a league: {sorted(unknown)}")
    for name, value in facts.items():
        setattr(league, name, " ".join(value.split()) if name == "name" else value)
    return league


def _plain(value: Any) -> Any:
    return value.name if isinstance(value, Club) else value
