"""Who belongs to a club: joining and leaving, and what officers decide. A club always has an officer.

Every change is made under the club's lock; whoever adds a row locks the player before.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player, User
from accounts.services.guests import require_account
from accounts.services.players import ensure_player
from clubs.models import GONE, JOINED, Club, ClubMember, Joining
from clubs.services import news
from clubs.services.locking import locked_club, require_active, require_officer
from web.errors import DomainError, NotFound
from web.rate_limit import is_within

Status = ClubMember.Status
MOST_MEMBERS = 500
MOST_OFFICERS = 10
MOST_WAITING = 100
MOST_CLUBS = 20
"""Of one player, requests among them."""
MOST_AN_HOUR = 30
HOUR_S = 3600
ASK_AGAIN_AFTER = timedelta(days=7)
NOTIFY_AGAIN_AFTER = timedelta(days=1)


def require_room(player: Player) -> None:
    """Refuse a player who is in as many clubs as one may be. Raises DomainError too_many_clubs."""
    rows = ClubMember.objects.filter(player=player).exclude(status__in=GONE)
    if rows.count() >= MOST_CLUBS:
        text = ngettext(
            "You can be in at most %(most)d club. Leave one first.",
            "You can be in at most %(most)d clubs. Leave one first.",
            MOST_CLUBS,
        )
        raise DomainError("too_many_clubs", text % {"most": MOST_CLUBS})


def join(user: User, club_id: int, now: datetime) -> ClubMember:
    """Become a member, or ask to become one. Twice is once.

    Refused: sign_up_first, suspended (403), no_such_club (404), too_many_requests (429), too_many_clubs, club_full,
    too_many_waiting, ask_later.
    """
    require_account(user)
    require_active(user)
    if not is_within(f"club-join:{user.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError("too_many_requests", _("Too many changes. Try again in an hour."), 429)
    me = ensure_player(user)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=me.pk)
        club = locked_club(club_id)
        row = ClubMember.objects.filter(club=club, player=player).first()
        if row is not None and row.status not in GONE:
            return row
        if club.hidden_at is not None:
            raise NotFound("no_such_club", _("Club not found."))
        require_room(player)
        return _joined(club, player, row, now)


def _joined(club: Club, player: Player, row: ClubMember | None, now: datetime) -> ClubMember:
    """A removed player waits a week, and can only ask. Officers are notified of a player's requests once a day."""
    removed_at = None if row is None else row.removed_at
    if removed_at is not None and removed_at > now - ASK_AGAIN_AFTER:
        text = _("This club declined your request or removed you. You can ask again after a week.")
        raise DomainError("ask_later", text)
    asks = removed_at is not None or club.joining == Joining.ON_APPROVAL
    if asks:
        _require_fewer(club, (Status.REQUESTED,), MOST_WAITING, "too_many_waiting")
    else:
        _require_fewer(club, JOINED, MOST_MEMBERS, "club_full")
    status = Status.REQUESTED if asks else Status.MEMBER
    row = row or ClubMember(club=club, player=player)
    row.status, row.at = status, now
    is_news = asks and (row.asked_at is None or row.asked_at <= now - NOTIFY_AGAIN_AFTER)
    if is_news:
        row.asked_at = now
    row.save()
    if is_news:
        news.requested(club, player, now)
    return row


@transaction.atomic
def leave(user: User, club_id: int, now: datetime) -> str:
    """Leave, or withdraw a request. Whoever is not in the club stays so. Refused: last_officer.

    The answer is the status that the user had; empty where they had none. The row of a request stays.
    """
    club = locked_club(club_id)
    row = ClubMember.objects.filter(club=club, player__user=user).first()
    if row is None or row.status in GONE:
        return ""
    before = row.status
    if before == Status.REQUESTED:
        news.answered(club, row.player_id, now)
        if row.removed_at is None:
            _become(row, Status.WITHDRAWN, now)
        else:
            _become(row, Status.REMOVED, row.removed_at)
        return before
    if before == Status.OFFICER:
        _require_another(club, row)
    row.delete()
    return before


@transaction.atomic
def accept(by: User, club_id: int, member_id: int, now: datetime) -> ClubMember:
    """Let a player in who asked. Refused: not_an_officer, no_such_member, club_full."""
    club, row = _row(by, club_id, member_id, (Status.REQUESTED,))
    _require_fewer(club, JOINED, MOST_MEMBERS, "club_full")
    _become(row, Status.MEMBER, now)
    news.answered(club, row.player_id, now)
    news.accepted(club, row.player, now)
    return row


@transaction.atomic
def decline(by: User, club_id: int, member_id: int, now: datetime) -> ClubMember:
    """Decline a request; the player is not notified. Refused: not_an_officer, no_such_member."""
    club, row = _row(by, club_id, member_id, (Status.REQUESTED,))
    _become(row, Status.REMOVED, now)
    news.answered(club, row.player_id, now)
    return row


@transaction.atomic
def remove(by: User, club_id: int, member_id: int, now: datetime) -> ClubMember:
    """Remove a member who is no officer. Refused: not_an_officer, no_such_member."""
    _club, row = _row(by, club_id, member_id, (Status.MEMBER,))
    _become(row, Status.REMOVED, now)
    return row


@transaction.atomic
def make_officer(by: User, club_id: int, member_id: int, now: datetime) -> ClubMember:
    """Make a member an officer. Refused: not_an_officer, no_such_member, too_many_officers."""
    club, row = _row(by, club_id, member_id, (Status.MEMBER,))
    _require_fewer(club, (Status.OFFICER,), MOST_OFFICERS, "too_many_officers")
    _become(row, Status.OFFICER, now)
    return row


@transaction.atomic
def hand_over(by: User, club_id: int, member_id: int, now: datetime) -> ClubMember:
    """Make a member an officer in one's own place. Refused: not_an_officer, no_such_member."""
    club, row = _row(by, club_id, member_id, (Status.MEMBER,))
    _become(require_officer(by, club), Status.MEMBER, now)
    _become(row, Status.OFFICER, now)
    return row


@transaction.atomic
def step_down(by: User, club_id: int, now: datetime) -> ClubMember:
    """Be an officer no longer, and stay a member. Refused: not_an_officer, last_officer."""
    club = locked_club(club_id)
    row = require_officer(by, club)
    _require_another(club, row)
    _become(row, Status.MEMBER, now)
    return row


def _row(
    by: User, club_id: int, member_id: int, statuses: tuple[str, ...]
) -> tuple[Club, ClubMember]:
    """The locked club, and the row of it that an officer decides about."""
    club = locked_club(club_id)
    require_officer(by, club)
    rows = ClubMember.objects.filter(club=club, pk=member_id, status__in=statuses)
    row = rows.select_related("player").first()
    if row is None:
        text = _("This list has changed. Reload the page and try again.")
        raise NotFound("no_such_member", text)
    return club, row


def _become(row: ClubMember, status: str, now: datetime) -> None:
    """`removed_at` stays while they ask again, and ends when they are let in."""
    row.status, row.at = status, now
    if status == Status.REMOVED:
        row.removed_at = now
    elif status in JOINED:
        row.removed_at = None
    row.save(update_fields=["status", "at", "removed_at"])


def _require_another(club: Club, row: ClubMember) -> None:
    officers = ClubMember.objects.filter(club=club, status=Status.OFFICER)
    if not officers.exclude(pk=row.pk).exists():
        text = _(
            "A club needs an officer. Make another member an officer first, or delete the club."
        )
        raise DomainError("last_officer", text)


def _require_fewer(club: Club, statuses: tuple[str, ...], most: int, code: str) -> None:
    if ClubMember.objects.filter(club=club, status__in=statuses).count() >= most:
        texts = {
            "club_full": _("This club is full."),
            "too_many_waiting": _("Too many players are waiting for an answer. Try again later."),
            "too_many_officers": _("This club has reached its limit of officers."),
        }
        raise DomainError(code, texts[code])
