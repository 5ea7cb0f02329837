"""Emails about entries that are owed: written as Notice rows, sent by the room notices."""

from collections.abc import Iterable
from datetime import datetime

from tournaments.models import Entry, EntryInvitation, Notice

DECLINED = "declined"
SEATED = "seated"


def owe_declined(row: EntryInvitation, entry: Entry, now: datetime) -> None:
    """To a captain with a login who did not decline themselves."""
    if entry.player.user_id is not None and entry.player_id != row.player_id:
        Notice.objects.create(player=entry.player, kind=DECLINED, tag=str(entry.pk), created_at=now)


def owe_seated(entries: Iterable[Entry], now: datetime) -> None:
    """To those who have a login."""
    Notice.objects.bulk_create(
        Notice(player_id=entry.player_id, kind=SEATED, tag=str(entry.pk), created_at=now)
        for entry in entries
        if entry.player.user_id is not None
    )
