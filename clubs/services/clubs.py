"""A club is started, changed and deleted."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player, User
from accounts.selectors import is_verified
from accounts.services.guests import require_account
from accounts.services.players import ensure_player
from clubs.models import Club, ClubMember
from clubs.services import news
from clubs.services.checks import require_valid
from clubs.services.hosted_pages import renew_hosted_pages
from clubs.services.locking import locked_club, require_active, require_officer
from clubs.services.membership import require_room
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within
from web.slugs import save_with_slug

MOST_STARTED = 3
MOST_A_DAY = 5
DAY_S = 86_400
FIELDS = frozenset({"name", "place", "country", "about", "website", "contact", "joining"})


def start_club(user: User, now: datetime, **facts: Any) -> Club:
    """A new club, whose officer is the user. Refused: sign_up_first, suspended, not_verified (403), too_many_requests (429),
    too_many_started, too_many_clubs, and what `require_valid` refuses."""
    require_account(user)
    require_active(user)
    if not is_verified(user):
        raise NotAllowed("not_verified", _("Confirm your email address before you start a club."))
    club = _with(Club(founder=user, created_at=now), facts)
    require_valid(club)
    if not is_within(f"club-start:{user.pk}", MOST_A_DAY, DAY_S, now):
        raise DomainError("too_many_requests", _("Too many new clubs. Try again tomorrow."), 429)
    player = ensure_player(user)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Club.objects.filter(founder=user).count() >= MOST_STARTED:
            text = ngettext(
                "You have started %(most)d club already.",
                "You have started %(most)d clubs already.",
                MOST_STARTED,
            )
            raise DomainError("too_many_started", text % {"most": MOST_STARTED})
        require_room(player)
        save_with_slug(club, "club")
        ClubMember.objects.create(
            club=club, player=player, status=ClubMember.Status.OFFICER, at=now
        )
    return club


@transaction.atomic
def change(club_id: int, by: User, **facts: Any) -> Club:
    """Change what a club says about itself. Refused: not_an_officer, and what `require_valid` refuses."""
    club = locked_club(club_id)
    require_officer(by, club)
    require_valid(_with(club, facts))
    club.save(update_fields=[*facts, *(["search_name"] if "name" in facts else [])])
    renew_hosted_pages(club)
    return club


@transaction.atomic
def delete_club(club_id: int, by: User) -> None:
    """Delete a club with its memberships; its events and tournaments stay. Refused: not_an_officer, other_officers."""
    club = locked_club(club_id)
    row = require_officer(by, club)
    others = ClubMember.objects.filter(club=club, status=ClubMember.Status.OFFICER)
    if others.exclude(pk=row.pk).exists():
        text = _("This club has other officers. Only its last officer can delete it.")
        raise DomainError("other_officers", text)
    news.forget_club(club)
    renew_hosted_pages(club)
    club.delete()


def _with(club: Club, facts: dict[str, Any]) -> Club:
    if unknown := facts.keys() - FIELDS:
        raise TypeError(f"not settings of a club: {sorted(unknown)}")
    for name, value in facts.items():
        setattr(club, name, " ".join(value.split()) if name in ("name", "place") else value)
    return club
