"""What officers and players are notified of."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from accounts.models import Player
from clubs.models import Club, ClubMember
from notifications.kinds import CLUB
from notifications.models import Notification
from notifications.services.notify import News, renew, settle
from social.models import BlockedPlayer


def requested(club: Club, player: Player, now: datetime) -> None:
    """The club's officers, but those who have blocked the player: they ask to join. One line for each player."""
    officers = ClubMember.objects.filter(club=club, status=ClubMember.Status.OFFICER)
    blocking = BlockedPlayer.objects.filter(player=player).order_by().values("user")
    rows = officers.exclude(player__user=None).exclude(player__user__in=blocking)
    users = rows.values_list("player__user_id", flat=True)
    url = reverse("club-settings", args=[club.slug])
    values = {"what": "requested", "title": club.name}
    news = [
        News(user, CLUB, _subject(club.pk, player.pk), url, player.pk, values) for user in users
    ]
    renew(news, now)


def answered(club: Club, player_id: int, now: datetime) -> None:
    """No officer has to see to the request any more."""
    settle(CLUB, _subject(club.pk, player_id), now)


def forget_requests(player_id: int, clubs: Iterable[int]) -> None:
    """The player is gone: nobody has to see to what they asked these clubs."""
    _withdraw([_subject(club, player_id) for club in clubs])


def forget_club(club: Club) -> None:
    """The club is about to be deleted: nothing leads to it any more."""
    asking = ClubMember.objects.filter(club=club, status=ClubMember.Status.REQUESTED)
    players = asking.values_list("player", flat=True)
    _withdraw([f"accepted:{club.pk}", *[_subject(club.pk, player) for player in players]])


def accepted(club: Club, player: Player, now: datetime) -> None:
    """The player is a member now."""
    if player.user_id is None:
        return
    url, values = club.get_absolute_url(), {"what": "accepted", "title": club.name}
    renew([News(player.user_id, CLUB, f"accepted:{club.pk}", url, None, values)], now)


def _withdraw(subjects: list[str]) -> None:
    Notification.objects.filter(kind=CLUB, subject__in=subjects).delete()


def _subject(club_id: int, player_id: int) -> str:
    return f"requested:{club_id}:{player_id}"
