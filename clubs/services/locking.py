"""The club's lock. Lock order everywhere: tournaments and events, then players, then clubs by id."""

from django.utils.translation import gettext as _

from accounts.models import User
from clubs.models import Club, ClubMember
from web.errors import NotAllowed, NotFound


def locked_club(club_id: int) -> Club:
    """The club as it is now, locked until the surrounding transaction ends. Raises NotFound no_such_club."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise NotFound("no_such_club", _("Club not found."))
    return club


def require_active(user: User) -> None:
    """Refuse users who are suspended."""
    if user.is_suspended or not user.is_active:
        raise NotAllowed("suspended", _("Your account is suspended."))


def require_officer(user: User, club: Club) -> ClubMember:
    """The user's row as an officer of the club. Raises NotAllowed not_an_officer."""
    require_active(user)
    row = ClubMember.objects.filter(
        club=club, player__user=user, status=ClubMember.Status.OFFICER
    ).first()
    if row is None:
        raise NotAllowed("not_an_officer", _("Only an officer of the club can do this."))
    return row
