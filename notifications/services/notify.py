"""Telling users what happened to them. Call it in the transaction of what happened, so that both are stored or neither.
A kind of IN_BATCHES that concerns many at once is stored as a few batches, which a sweep makes notifications of (batches.py).

Nothing is sent from here: the bell asks, and emails and push messages are rows that sweeps pay (services/emails.py, pushes.py).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.models import Player, User
from notifications.kinds import IN_BATCHES, OWN_EMAILS
from notifications.models import LONGEST_SUBJECT, LONGEST_URL, Notification, NotificationBatch
from notifications.selectors.last_moment import UNTIL

AT_ONCE = 1000
MANY, BATCH = 100, 10
"""More than so many at once are stored in batches of so many: few, because on SQLite one writes at a time, and moves would wait."""
RENEWED = (
    "player", "values", "url", "created_at", "read_at", "email_at", "claimed_at", "push_at",
)  # fmt: skip
"""An email that is on its way counts no more: one is owed anew. Kinds whose emails other apps send owe none here."""


@dataclass(frozen=True, slots=True)
class News:
    """What to tell one user. `subject` names the thing: the same user hears of the same kind of thing once.

    `player_id` is the person it is about; names are read when it is shown. `values` is JSON, without names of people.
    `until` is when it is of no more use to be told of it, where that is soon.
    """

    user_id: int
    kind: str
    subject: str
    url: str
    player_id: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    until: datetime | None = None


def notify(news: Iterable[News], now: datetime) -> None:
    """Notify these users; who has been notified of a thing is not notified again."""
    items = list(news)
    counts = Counter(item.kind for item in items if item.kind in IN_BATCHES)
    many = {kind for kind, count in counts.items() if count > MANY}
    for kind in many:
        _owe_in_batches(kind, [item for item in items if item.kind == kind], now)
    store([_row(item, now) for item in items if item.kind not in many])


def _owe_in_batches(kind: str, news: list[News], now: datetime) -> None:
    packed = [
        [item.user_id, item.subject[:LONGEST_SUBJECT], item.url, item.player_id, _values(item)]
        for item in news
    ]
    NotificationBatch.objects.bulk_create(
        NotificationBatch(kind=kind, news=packed[start : start + BATCH], created_at=now)
        for start in range(0, len(packed), BATCH)
    )


def rows_of(batches: Sequence[NotificationBatch]) -> list[Notification]:
    """The notifications of these batches, not stored yet. Users who are gone are left out. Two queries."""
    news = [
        (News(user, batch.kind, *rest), batch.created_at)
        for batch in batches
        for user, *rest in batch.news
    ]
    users = User.objects.filter(pk__in={item.user_id for item, _at in news})
    about = {item.player_id for item, _at in news if item.player_id is not None}
    players = Player.objects.filter(pk__in=about)
    user_ids = set(users.values_list("pk", flat=True))
    player_ids = set(players.values_list("pk", flat=True))
    return [
        _row(item if item.player_id in player_ids else replace(item, player_id=None), at)
        for item, at in news
        if item.user_id in user_ids
    ]


def store(rows: list[Notification]) -> None:
    """Who has been notified of a thing is not notified again. One statement a thousand."""
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)


def renew(news: Iterable[News], now: datetime) -> None:
    """Notify of a thing that comes back, such as a turn: its line is unread and new again, and there is one of it."""
    rows = [_row(item, now) for item in news]
    if rows:
        Notification.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["user", "kind", "subject"],
            update_fields=RENEWED,
            batch_size=AT_ONCE,
        )


def settle(kind: str, subject: str, now: datetime) -> None:
    """Nobody has to see to this thing any more: it counts as read."""
    rows = Notification.objects.filter(kind=kind, subject=subject, read_at=None)
    rows.update(read_at=now, email_at=None, push_at=None)


def settle_pages(kinds: Iterable[str], urls: Mapping[int, set[str]], now: datetime) -> None:
    """The same for what leads these users to these pages, {user: addresses}."""
    rows = Notification.objects.filter(kind__in=list(kinds), user__in=urls, read_at=None)
    addresses = {url for several in urls.values() for url in several}
    rows.filter(url__in=addresses).update(read_at=now, email_at=None, push_at=None)


def withdraw(kind: str, subject: str) -> None:
    """What it told of has been taken back, so that nobody needs to know."""
    Notification.objects.filter(kind=kind, subject=subject).delete()


def _row(news: News, now: datetime) -> Notification:
    delay = OWN_EMAILS.get(news.kind)
    return Notification(
        user_id=news.user_id,
        kind=news.kind,
        subject=news.subject[:LONGEST_SUBJECT],
        player_id=news.player_id,
        values=_values(news),
        url=news.url[:LONGEST_URL],
        created_at=now,
        email_at=None if delay is None else now + delay,
        push_at=now if settings.VAPID_PRIVATE_KEY else None,
    )


def _values(news: News) -> dict[str, Any]:
    until = {} if news.until is None else {UNTIL: int(news.until.timestamp())}
    return {**news.values, **until}
