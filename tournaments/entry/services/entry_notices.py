"""What players are notified of about entries. Emails are Notice rows, sent by the room notices."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.urls import reverse

from accounts.models import Player
from notifications import kinds
from notifications.services.notify import News, notify, settle
from tournaments.bracket.services.match_news import tournament_news
from tournaments.models import Entry, EntryInvitation, Notice

DECLINED = "declined"
SEATED = "seated"


def notify_declined(row: EntryInvitation, entry: Entry, now: datetime) -> None:
    """Notify a captain with a login that a team member declined."""
    if entry.player.user_id is not None and entry.player_id != row.player_id:
        Notice.objects.create(player=entry.player, kind=DECLINED, tag=str(entry.pk), created_at=now)
        subject = f"declined:{row.pk}:{now:%Y%m%d%H%M%S}"
        news = tournament_news(
            kinds.ENTRY, entry.tournament, [entry.player.user_id], subject, what=DECLINED
        )
        notify([replace(item, player_id=row.player_id) for item in news], now)


def entry_news(row: EntryInvitation, user_id: int, what: str, organizer: Player | None) -> News:
    """About an invitation, which has been read with its tournament: one for each player and tournament."""
    return News(
        user_id=user_id,
        kind=kinds.ENTRY,
        subject=_subject(row),
        url=reverse("entry-invitation", args=[row.pk]),
        player_id=None if organizer is None else organizer.pk,
        values={"what": what, "title": row.tournament.name},
    )


def settle_entry_news(row: EntryInvitation, now: datetime) -> None:
    """The invitation was answered, or has ended."""
    settle(kinds.ENTRY, _subject(row), now)


def _subject(row: EntryInvitation) -> str:
    return f"entry:{row.tournament_id}:{row.player_id}"


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
