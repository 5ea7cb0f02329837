"""What becomes of memberships when an account goes, or when two players become one."""

from accounts.models import Player, User
from clubs.models import JOINED, Club, ClubMember

Status = ClubMember.Status
STRONGEST_FIRST = (Status.OFFICER, Status.MEMBER, Status.REQUESTED, Status.REMOVED)


def forget(user: User) -> None:
    """The user's memberships end. A club whose last officer goes is given to its oldest member; an empty one is deleted."""
    player = Player.objects.select_for_update().filter(user=user).first()
    if player is None:
        return
    clubs = _locked_clubs(player)
    ClubMember.objects.filter(player=player).delete()
    for club in clubs:
        _keep_officer(club)


def prepare_merge(gone: Player, kept: Player) -> None:
    """Of two rows in one club the stronger stays, once everything of `gone` belongs to `kept`."""
    _locked_clubs(gone)
    own = {row.club_id: row for row in ClubMember.objects.filter(player=kept)}
    for row in ClubMember.objects.filter(player=gone, club__in=own):
        same = own[row.club_id]
        if STRONGEST_FIRST.index(Status(row.status)) < STRONGEST_FIRST.index(Status(same.status)):
            same.status, same.at = row.status, row.at
            same.save(update_fields=["status", "at"])
        row.delete()


def _locked_clubs(player: Player) -> list[Club]:
    ids = list(ClubMember.objects.filter(player=player).values_list("club_id", flat=True))
    rows = Club.objects.select_for_update(no_key=True).filter(pk__in=ids)
    return list(rows.order_by("pk"))


def _keep_officer(club: Club) -> None:
    joined = ClubMember.objects.filter(club=club, status__in=JOINED)
    if joined.filter(status=Status.OFFICER).exists():
        return
    oldest = joined.order_by("at", "pk").first()
    if oldest is None:
        club.delete()
        return
    oldest.status = Status.OFFICER
    oldest.save(update_fields=["status"])
