"""A ladder is started, changed and deleted by an officer of its club."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from clubs.services.locking import locked_club, require_officer
from ladders.models import Ladder, LadderEvent
from ladders.selectors.ladders import settings_version
from ladders.services import news
from ladders.services.checks import LIMITS, require_valid
from ladders.services.locking import locked_as_officer, record
from web.errors import DomainError
from web.slugs import save_with_slug

MOST_OF_A_CLUB = 20
FIELDS = ("name", "about", "preset", "clock", "unanswered", "unplayed", *LIMITS)
Kind = LadderEvent.Kind


@transaction.atomic
def start_ladder(by: User, club_id: int, now: datetime, **facts: Any) -> Ladder:
    """A new ladder, with nobody on it. Refused: not_an_officer, too_many_ladders, and what `require_valid` refuses."""
    club = locked_club(club_id)
    require_officer(by, club)
    ladder = _with(Ladder(club=club, created_at=now), facts)
    require_valid(ladder)
    if Ladder.objects.filter(club=club).count() >= MOST_OF_A_CLUB:
        text = _("This club has reached its limit of ladders. Delete one that it no longer needs.")
        raise DomainError("too_many_ladders", text)
    save_with_slug(ladder, "ladder")
    record(ladder, by, now, Kind.STARTED)
    return ladder


@transaction.atomic
def change_ladder(
    ladder_id: int, by: User, now: datetime, *, version: int | None = None, **facts: Any
) -> Ladder:
    """Change settings; with `version` (`settings_version`) only those that nobody has changed since. Deadlines that run already
    stay. Refused: not_an_officer, changed_meanwhile, and what `require_valid` refuses."""
    ladder = locked_as_officer(by, ladder_id)
    if version is not None and version != settings_version(ladder):
        changed = _("Someone else changed this after you opened it. Nothing was overwritten.")
        again = _("Your version is below. Save again to replace the other one.")
        raise DomainError("changed_meanwhile", f"{changed} {again}")
    before = {name: getattr(ladder, name) for name in facts}
    require_valid(_with(ladder, facts))
    changes = {
        name: [before[name], getattr(ladder, name)]
        for name in facts
        if before[name] != getattr(ladder, name)
    }
    if changes:
        ladder.save(update_fields=list(changes))
        record(ladder, by, now, Kind.CHANGED, details={"changes": changes})
    return ladder


@transaction.atomic
def delete_ladder(ladder_id: int, by: User) -> None:
    """Delete a ladder with its log; matches stay. Refused: not_an_officer."""
    ladder = locked_as_officer(by, ladder_id)
    news.forget_ladder(ladder)
    ladder.delete()


def _with(ladder: Ladder, facts: dict[str, Any]) -> Ladder:
    if unknown := facts.keys() - set(FIELDS):
        raise TypeError(f"not settings of a ladder: {sorted(unknown)}")
    for name, value in facts.items():
        setattr(ladder, name, " ".join(value.split()) if name == "name" else value)
    return ladder
