"""What officers and players are notified of."""

from datetime import datetime

from django.urls import reverse

from accounts.models import Player
from clubs.models import Club, ClubMember
from notifications.kinds import CLUB
from notifications.services.notify import News, renew, settle


def requested(club: Club, player: Player, now: datetime) -> None:
    """The club's officers: this player asks to join. One line for each player, whatever they do."""
    officers = ClubMember.objects.filter(club=club, status=ClubMember.Status.OFFICER)
    users = officers.exclude(player__user=None).values_list("player__user_id", flat=True)
    url = reverse("club-settings", args=[club.slug])
    values = {"what": "requested", "title": club.name}
    news = [News(user, CLUB, _subject(club, player.pk), url, player.pk, values) for user in users]
    renew(news, now)


def answered(club: Club, player_id: int, now: datetime) -> None:
    """No officer has to see to the request any more."""
    settle(CLUB, _subject(club, player_id), now)


def accepted(club: Club, player: Player, now: datetime) -> None:
    """The player is a member now."""
    if player.user_id is None:
        return
    url, values = club.get_absolute_url(), {"what": "accepted", "title": club.name}
    renew([News(player.user_id, CLUB, f"accepted:{club.pk}", url, None, values)], now)


def _subject(club: Club, player_id: int) -> str:
    return f"requested:{club.pk}:{player_id}"
