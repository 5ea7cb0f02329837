"""How users want to be notified: by kind and channel, and when nothing may go out."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import QuerySet

from accounts.models import User
from notifications import kinds
from notifications.models import NotificationPreferences


def preferences_of(user: User) -> NotificationPreferences:
    """What the user has chosen; an unsaved row without choices if they have chosen nothing. One query."""
    row = NotificationPreferences.objects.filter(user=user).first()
    return row or NotificationPreferences(user=user)


def channels_of(
    user: User, preferences: NotificationPreferences | None = None
) -> dict[str, dict[str, bool]]:
    """{kind: {channel: is it on?}} of every kind. One query, none with `preferences`."""
    choices = (preferences or preferences_of(user)).choices
    return {
        kind: {channel: is_on(user, choices, kind, channel) for channel in kinds.CHANNELS}
        for kind in kinds.KINDS
    }


def is_on(user: User, choices: Mapping[str, Any], kind: str, channel: str) -> bool:
    """The user's choice, else the default. Emails of three kinds have a column of the user (kinds.SWITCHES)."""
    if channel == kinds.EMAIL and kind in kinds.SWITCHES:
        return bool(getattr(user, kinds.SWITCHES[kind]))
    chosen = choices.get(kind, {}).get(channel)
    return _default(user, kind, channel) if chosen is None else bool(chosen)


def muted_kinds(user: User) -> list[str]:
    """The kinds that this user does not want in the list. One query."""
    return sorted(muted_by(user, preferences_of(user).choices))


def muted_by(user: User, choices: Mapping[str, Any]) -> set[str]:
    """The kinds that a user with these choices does not want in the list. No query."""
    asked = {*choices, *kinds.OFF_BY_DEFAULT}
    return {kind for kind in asked if not is_on(user, choices, kind, kinds.SITE)}


def users_who_want(kind: str) -> QuerySet[NotificationPreferences, int]:
    """The numbers of users who have switched on a channel of a kind that is off by default, to put into another query."""
    chosen = NotificationPreferences.objects.filter(choices__has_key=kind).order_by()
    return chosen.values_list("user", flat=True)


def email_time(
    user: User, kind: str, now: datetime, preferences: NotificationPreferences | None = None
) -> datetime | None:
    """When an email of this kind may go out: `now`, or when the user's quiet hours end. None where the user wants none.
    One query, none with `preferences`."""
    return _time(user, kind, kinds.EMAIL, now, preferences)


def push_time(
    user: User, kind: str, now: datetime, preferences: NotificationPreferences | None = None
) -> datetime | None:
    """The same for a push message."""
    return _time(user, kind, kinds.PUSH, now, preferences)


def quiet_end(
    preferences: NotificationPreferences, time_zone: str, now: datetime
) -> datetime | None:
    """When the user's quiet hours end, if they are now; in the user's time zone, over midnight as well."""
    start, end = preferences.quiet_from, preferences.quiet_until
    if start is None or end is None or start == end:
        return None
    here = now.astimezone(_zone(time_zone))
    at = here.time().replace(tzinfo=None)
    over_midnight = start > end
    is_quiet = (at >= start or at < end) if over_midnight else start <= at < end
    if not is_quiet:
        return None
    day = here.date() + timedelta(days=1 if over_midnight and at >= start else 0)
    return datetime.combine(day, end, here.tzinfo)


def _time(
    user: User, kind: str, channel: str, now: datetime, chosen: NotificationPreferences | None
) -> datetime | None:
    row = chosen or preferences_of(user)
    if not is_on(user, row.choices, kind, channel):
        return None
    return quiet_end(row, user.time_zone, now) or now


def _default(user: User, kind: str, channel: str) -> bool:
    if kind in kinds.OFF_BY_DEFAULT:
        return False
    if channel != kinds.EMAIL:
        return True
    return kind in kinds.AS_READY and user.mail_match_ready


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
