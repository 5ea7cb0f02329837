"""What becomes of memberships when an account goes, or when two players become one; and of clubs whose officers are away."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Player, User
from clubs.models import JOINED, Club, ClubMember
from clubs.services import news
from clubs.services.locking import locked_club

Status = ClubMember.Status
STRONGEST_FIRST = (
    Status.OFFICER,
    Status.MEMBER,
    Status.REQUESTED,
    Status.REMOVED,
    Status.WITHDRAWN,
)


def forget(user: User) -> None:
    """The user's memberships end. A club whose last officer goes is given to its oldest member; an empty one is deleted."""
    player = Player.objects.select_for_update(no_key=True).filter(user=user).first()
    if player is None:
        return
    clubs = _locked_clubs(player)
    ClubMember.objects.filter(player=player).delete()
    news.forget_requests(player.pk, [club.pk for club in clubs])
    for club in clubs:
        _keep_officer(club)


def prepare_merge(gone: Player, kept: Player) -> None:
    """Of two rows in one club the stronger stays, once everything of `gone` belongs to `kept`.

    Officers who were notified of a request of `gone` are notified of the same request of `kept`.
    """
    clubs = _locked_clubs(gone)
    own = {row.club_id: row for row in ClubMember.objects.filter(player=kept)}
    rows = {row.club_id: row for row in ClubMember.objects.filter(player=gone)}
    news.forget_requests(gone.pk, rows)
    now = timezone.now()
    for club in clubs:
        row, same = rows[club.pk], own.get(club.pk)
        was_asking = same is not None and same.status == Status.REQUESTED
        left = row if same is None else _stronger(row, same)
        if left.status == Status.REQUESTED and not was_asking:
            news.requested(club, kept, now)
        elif left.status != Status.REQUESTED:
            news.answered(club, kept.pk, now)


def _stronger(row: ClubMember, same: ClubMember) -> ClubMember:
    """What is left of both, in `same`. A removal counts until somebody lets the player in."""
    if STRONGEST_FIRST.index(Status(row.status)) < STRONGEST_FIRST.index(Status(same.status)):
        same.status, same.at = row.status, row.at
    removals = [at for at in (row.removed_at, same.removed_at) if at is not None]
    same.removed_at = None if same.status in JOINED else max(removals, default=None)
    row.delete()
    same.save(update_fields=["status", "at", "removed_at"])
    return same


def _locked_clubs(player: Player) -> list[Club]:
    ids = list(ClubMember.objects.filter(player=player).values_list("club_id", flat=True))
    rows = Club.objects.select_for_update(no_key=True).filter(pk__in=ids)
    return list(rows.order_by("pk"))


def _keep_officer(club: Club) -> None:
    joined = ClubMember.objects.filter(club=club, status__in=JOINED)
    if joined.filter(status=Status.OFFICER).exists():
        return
    if not _promote_oldest(club):
        news.forget_club(club)
        club.delete()


@transaction.atomic
def promote_oldest(club_id: int) -> bool:
    """Make the member who has been one longest an officer, where the officers do not act any more. False without one."""
    return _promote_oldest(locked_club(club_id))


def _promote_oldest(club: Club) -> bool:
    members = ClubMember.objects.filter(club=club, status=Status.MEMBER)
    oldest = members.filter(player__user__suspended_at=None).order_by("at", "pk").first()
    oldest = oldest or members.order_by("at", "pk").first()
    if oldest is None:
        return False
    oldest.status = Status.OFFICER
    oldest.save(update_fields=["status"])
    return True
