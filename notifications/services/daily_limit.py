"""How many messages of a channel a user got in a day. Rows say when their last message went out; a row that comes back within
a day has sent one before that, which is counted in the cache."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count

from notifications import kinds
from notifications.models import Notification
from web.rate_limit import counts_of, is_within

DAY: Final = timedelta(days=1)
DAY_S: Final = 86_400
SENT_AT: Final = {kinds.EMAIL: "emailed_at", kinds.PUSH: "pushed_at"}


def sent_in_a_day(channel: str, users: Collection[int], now: datetime) -> dict[int, int]:
    """By user, with 0 for those who got none. One query, and the cache is asked once."""
    sent = Notification.objects.filter(user__in=users, **{f"{SENT_AT[channel]}__gt": now - DAY})
    rows = dict(sent.order_by().values_list("user").annotate(n=Count("pk")))
    before = counts_of((_key(channel, user) for user in users), DAY_S, now)
    return {user: rows.get(user, 0) + before[_key(channel, user)] for user in users}


def count_sent_before(channel: str, row: Notification, most: int, now: datetime) -> None:
    """Call it before the time of the next message takes the place of the last one's. `most`: the limit a day."""
    last: datetime | None = getattr(row, SENT_AT[channel])
    if last is not None and last > now - DAY:
        is_within(_key(channel, row.user_id), most, DAY_S, now)


def _key(channel: str, user_id: int) -> str:
    return f"{channel}-sent-before:{user_id}"
