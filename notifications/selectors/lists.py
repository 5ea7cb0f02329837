"""A user's notifications as lines: the newest for the bell, all of them for the page and the API."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from notifications import kinds, texts
from notifications.models import Notification, NotificationPreferences
from notifications.selectors.preferences import muted_by, muted_kinds

SHOWN = 6


@dataclass(frozen=True, slots=True)
class NotificationLine:
    """One line of the list. `player` is whose avatar stands before it; of a team there is none."""

    id: int
    kind: str
    text: str
    detail: str
    url: str
    created_at: datetime
    is_read: bool
    player: int | None

    @property
    def is_news(self) -> bool:
        """Is it unread, and has no other part of the page said it: neither what is waiting, nor the card of a forfeit?"""
        return not self.is_read and self.kind not in kinds.WAITING | {kinds.FORFEIT}


@dataclass(frozen=True, slots=True)
class BellNotifications:
    """The newest, how many are unread, and whether an unread one leads to the page that asks."""

    lines: tuple[NotificationLine, ...] = ()
    unread: int = 0
    is_about_page: bool = False


def bell_notifications(user: User, at: str, waiting: Collection[str]) -> BellNotifications:
    """What the bell lists under what is waiting now, of which `waiting` has the addresses: nothing is listed twice.
    What leads to the page `at` is left out. Three queries."""
    rows = notifications_of(user)
    listed = ~Q(url=at) & ~Q(url__in=waiting, kind__in=kinds.WAITING)
    unread = rows.order_by().filter(read_at=None)
    counts = unread.aggregate(
        listed=Count("pk", filter=listed), about_page=Count("pk", filter=Q(url=at))
    )
    return BellNotifications(
        lines=tuple(notification_line(row) for row in rows.filter(listed)[:SHOWN]),
        unread=counts["listed"],
        is_about_page=bool(counts["about_page"]),
    )


def notifications_of(user: User, *, unread: bool = False) -> QuerySet[Notification]:
    """A user's notifications, the newest first, without the kinds they do not want on the site. Two queries."""
    rows = Notification.objects.filter(user=user).exclude(kind__in=muted_kinds(user))
    rows = rows.filter(read_at=None) if unread else rows
    return rows.select_related("player").order_by("-created_at", "-id")


def notification_line(row: Notification) -> NotificationLine:
    """In the active language; `row.player` has been read with it."""
    return NotificationLine(
        id=row.pk,
        kind=row.kind,
        text=texts.sentence(row),
        detail=texts.detail(row),
        url=row.url,
        created_at=row.created_at,
        is_read=row.read_at is not None,
        player=None if row.values.get("team") else row.player_id,
    )


def unread_counts(user_ids: Collection[int]) -> dict[int, int]:
    """How many notifications each of these users has not read, without the kinds that they do not want on the site. Users
    who have read all are left out. Two queries."""
    chosen = NotificationPreferences.objects.filter(user__in=user_ids).select_related("user")
    muted = {row.user_id: muted_by(row.user, row.choices) for row in chosen}
    rows = Notification.objects.filter(user__in=user_ids, read_at=None).order_by()
    counts: dict[int, int] = {}
    for user_id, kind, number in rows.values_list("user", "kind").annotate(number=Count("pk")):
        if kind not in muted.get(user_id, kinds.OFF_BY_DEFAULT):
            counts[user_id] = counts.get(user_id, 0) + number
    return counts
