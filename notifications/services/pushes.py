"""Push messages: owed with the notification, handed to the user's devices by a sweep, once, and never in floods.

As with emails: a message waits until its reader has left the site and their quiet hours are over. It is settled unsent
where they have read the notification, do not want it, have no device, or it has become too old.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic, sleep

from django.db import connection
from django.db.models import DateTimeField, F, IntegerField, QuerySet, Value

from accounts.last_seen import seen_at_of
from accounts.models import User
from notifications import kinds
from notifications.models import (
    Notification,
    NotificationPreferences,
    PushDelivery,
    PushSubscription,
)
from notifications.selectors.last_moment import last_moment
from notifications.selectors.preferences import push_time
from notifications.services.daily_limit import count_sent_before, sent_in_a_day
from web.prepared_writes import Statement, update_of, write, write_unlocked

HERE = timedelta(minutes=1)
"""An open page asks every 20 or 30 seconds. Who has not asked for so long has no page that tells them."""
MOST_A_DAY = 100
AT_ONCE, WRITTEN_AT_ONCE = 200, 100
LONGEST_S = 1
PAUSE_S = 0.01
"""Between two transactions: on SQLite one writes at a time, and moves would wait."""


def hand_out_due(now: datetime) -> int:
    """Make a delivery for each device of whoever wants what is due; returns how many. Few at a time; what
    is left after so many, or after a while, is handed out in the next round."""
    until, made = monotonic() + LONGEST_S, 0
    while True:
        rows, deliveries = _hand_out_some(now)
        made += deliveries
        if rows < AT_ONCE or made >= AT_ONCE or monotonic() > until:
            return made
        sleep(PAUSE_S)


def _hand_out_some(now: datetime) -> tuple[int, int]:
    """How many rows were looked at, and how many deliveries were made of them. They are looked at before the transaction,
    because on SQLite one writes at a time, and moves would wait."""
    due = Notification.objects.filter(push_at__lte=now).order_by("push_at", "pk")
    users = dict(due.values_list("pk", "user")[:AT_ONCE])
    if not users:
        return 0, 0
    devices = _devices(set(users.values()))
    without = [pk for pk, user in users.items() if user not in devices]
    if without:
        _settle(without, now)
    if len(without) == len(users):
        return len(users), 0
    rows = due.filter(pk__in=users.keys() - without).select_related("user")
    plan = _plan(list(rows), now)
    if plan.later or plan.settled:
        _settle_plan(plan, now)
    made = 0
    for start in range(0, len(plan.wanted), WRITTEN_AT_ONCE):
        made += _hand_out_owed(plan.wanted[start : start + WRITTEN_AT_ONCE], now)
        sleep(PAUSE_S)
    return len(users), made


def _settle(pks: list[int], now: datetime) -> None:
    """No push message of these is owed any more. Those that somebody else writes at present are left to the next round."""
    due = Notification.objects.filter(pk__in=pks, push_at__lte=now)
    write_unlocked(due, lambda rows: update_of(rows, push_at=None))


def is_settled(row: Notification, now: datetime) -> bool:
    """Has it been read, or become too old to matter, or may its user not be on the site?"""
    user: User = row.user
    is_gone = user.is_suspended or not user.is_active
    return row.read_at is not None or now > last_moment(row) or is_gone


@dataclass(slots=True)
class PushPlan:
    """What becomes of notifications that are due: no push message, a later look, or a message to each device."""

    settled: list[Notification] = field(default_factory=list)
    later: dict[datetime, list[int]] = field(default_factory=dict)
    wanted: list[Notification] = field(default_factory=list)


def _plan(rows: list[Notification], now: datetime) -> PushPlan:
    users = {row.user_id for row in rows}
    preferences = NotificationPreferences.objects.in_bulk(users)
    counts = sent_in_a_day(kinds.PUSH, users, now)
    seen = seen_at_of(users)
    plan = PushPlan()
    for row in rows:
        chosen = preferences.get(row.user_id) or NotificationPreferences(user=row.user)
        at = None if is_settled(row, now) else _time(row, chosen, seen.get(row.user_id), now)
        if at is not None and at > now:
            plan.later.setdefault(_whole_second(at), []).append(row.pk)
        elif at is None or counts[row.user_id] >= MOST_A_DAY:
            plan.settled.append(row)
        else:
            counts[row.user_id] += 1
            count_sent_before(kinds.PUSH, row, MOST_A_DAY, now)
            plan.wanted.append(row)
    return plan


def _settle_plan(plan: PushPlan, now: datetime) -> None:
    """What is not handed out now. What came back or was read meanwhile is looked at again, or is settled already."""
    due = Notification.objects.filter(push_at__lte=now)
    statements: list[Statement] = []
    for at, pks in plan.later.items():
        statements += update_of(due.filter(pk__in=pks), push_at=at)
    settled = due.filter(pk__in=[row.pk for row in plan.settled])
    write([*statements, *update_of(settled, push_at=None)])


def _hand_out_owed(planned: list[Notification], now: datetime) -> int:
    """How many deliveries were made of those that are still due."""
    due = Notification.objects.filter(push_at__lte=now, pk__in=[row.pk for row in planned])
    changed = write_unlocked(
        due, lambda rows: [_deliveries(rows, now), *update_of(rows, push_at=None, pushed_at=now)]
    )
    return changed[0] if changed else 0


def _whole_second(at: datetime) -> datetime:
    """Not earlier, so that many who are on the site share one statement."""
    return at if not at.microsecond else at.replace(microsecond=0) + timedelta(seconds=1)


def _devices(users: set[int]) -> dict[int, list[int]]:
    """By user, those that count."""
    devices: dict[int, list[int]] = {}
    alive = PushSubscription.objects.filter(user__in=users)
    alive = alive.filter(access_version=F("user__access_version")).order_by()
    for user, device in alive.values_list("user", "pk"):
        devices.setdefault(user, []).append(device)
    return devices


def _deliveries(rows: QuerySet[Notification], now: datetime) -> Statement:
    """Makes a delivery of each row for each device that counts. A thing may come back while its message is on the way: then
    the message is owed once more, and no claim counts."""
    chosen = rows.filter(user__push_subscriptions__access_version=F("user__access_version"))
    values = (
        F("pk"),
        F("user__push_subscriptions__pk"),
        Value(now, DateTimeField()),
        Value(None, DateTimeField()),
        Value(0, IntegerField()),
    )
    text, params = chosen.order_by("pk").values_list(*values).query.sql_with_params()
    return f"{_insert()} {text} {_ON_CONFLICT}", tuple(params)


def _insert() -> str:
    table = connection.ops.quote_name(PushDelivery._meta.db_table)
    return f"INSERT INTO {table} (notification_id, subscription_id, due_at, claimed_at, attempts)"


_ON_CONFLICT = """ON CONFLICT (notification_id, subscription_id)
    DO UPDATE SET due_at = excluded.due_at, claimed_at = excluded.claimed_at, attempts = excluded.attempts"""


def _time(
    row: Notification, chosen: NotificationPreferences, seen: datetime | None, now: datetime
) -> datetime | None:
    """When to hand it out, or to look again. Who is on the site sees it there."""
    at = push_time(row.user, row.kind, now, chosen)
    return at if at is None or seen is None else max(at, seen + HERE)
