"""Emails about entries: created as Notice rows, sent by the room notices."""

from collections.abc import Iterable
from datetime import datetime

from notifications import kinds
from notifications.services.notify import notify
from tournaments.bracket.services.match_news import tournament_news
from tournaments.models import Entry, EntryInvitation, Notice

DECLINED = "declined"
SEATED = "seated"


def notify_declined(row: EntryInvitation, entry: Entry, now: datetime) -> None:
    """Notify a captain with a login that a team member declined."""
    if entry.player.user_id is not None and entry.player_id != row.player_id:
        Notice.objects.create(player=entry.player, kind=DECLINED, tag=str(entry.pk), created_at=now)


def notify_seated(entries: Iterable[Entry], now: datetime) -> None:
    """Notify entries of the waiting list that they have a place, if they have a login."""
    seated = [
        (entry, entry.player.user_id) for entry in entries if entry.player.user_id is not None
    ]
    Notice.objects.bulk_create(
        Notice(player_id=entry.player_id, kind=SEATED, tag=str(entry.pk), created_at=now)
        for entry, _user in seated
    )
    news = [
        item
        for entry, user in seated
        for item in tournament_news(
            kinds.SEAT, entry.tournament, [user], f"{entry.pk}:{now:%Y%m%d%H%M%S}"
        )
    ]
    notify(news, now)
