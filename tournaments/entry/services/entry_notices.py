"""Emails about entries: created as Notice rows, sent by the room notices."""

from collections.abc import Iterable
from datetime import datetime

from tournaments.models import Entry, EntryInvitation, Notice

DECLINED = "declined"
SEATED = "seated"


def notify_declined(row: EntryInvitation, entry: Entry, now: datetime) -> None:
    """Notify a captain with a login that a team member declined."""
    if entry.player.user_id is not None and entry.player_id != row.player_id:
        Notice.objects.create(player=entry.player, kind=DECLINED, tag=str(entry.pk), created_at=now)


def notify_seated(entries: Iterable[Entry], now: datetime) -> None:
    """Notify entries of the waiting list that they have a place, if they have a login."""
    Notice.objects.bulk_create(
        Notice(player_id=entry.player_id, kind=SEATED, tag=str(entry.pk), created_at=now)
        for entry in entries
        if entry.player.user_id is not None
    )
