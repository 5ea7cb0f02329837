"""Storing how a user wants to be notified."""

from collections.abc import Mapping
from datetime import time

from django.db import transaction

from accounts.models import User
from notifications import kinds
from notifications.models import NotificationPreferences
from notifications.selectors.preferences import channels_of, is_on


@transaction.atomic
def save_preferences(
    user: User,
    channels: Mapping[str, Mapping[str, bool]],
    quiet_from: time | None,
    quiet_until: time | None,
) -> None:
    """The whole table at once, {kind: {channel: bool}}, and quiet hours, both ends or neither.

    Three choices are columns of the user (kinds.SWITCHES). Of the rest, what is the default anyway is not stored. A
    channel that is left out keeps what was chosen.
    """
    for kind, column in kinds.SWITCHES.items():
        setattr(user, column, bool(channels[kind][kinds.EMAIL]))
    user.save(update_fields=list(kinds.SWITCHES.values()))
    before = channels_of(user)
    choices: dict[str, dict[str, bool]] = {}
    for kind in kinds.KINDS:
        for channel, is_chosen in {**before[kind], **channels.get(kind, {})}.items():
            if is_on(user, {}, kind, channel) != is_chosen:
                choices.setdefault(kind, {})[channel] = is_chosen
    NotificationPreferences.objects.update_or_create(
        user=user,
        defaults={"choices": choices, "quiet_from": quiet_from, "quiet_until": quiet_until},
    )
