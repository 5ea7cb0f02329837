"""The form of the settings: a checkbox for each kind and channel, and quiet hours."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notifications import kinds
from notifications.models import NotificationPreferences
from notifications.selectors.preferences import channels_of
from notifications.texts import CHANNEL_NAMES, KIND_NAMES


@dataclass(frozen=True, slots=True)
class PreferenceRow:
    """A row of the table: what happens, and a checkbox for each channel."""

    name: str
    cells: tuple[forms.BoundField, ...]


class NotificationPreferencesForm(forms.Form):
    """Every kind by every channel."""

    quiet_from = forms.TimeField(
        label=_("Quiet from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_until = forms.TimeField(
        label=_("Quiet until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, channel in _cells():
            label = f"{KIND_NAMES[kind]}: {CHANNEL_NAMES[channel]}"
            self.fields[f"{kind}-{channel}"] = forms.BooleanField(label=label, required=False)

    @staticmethod
    def initial_of(user: User, preferences: NotificationPreferences) -> dict[str, Any]:
        channels = channels_of(user, preferences)
        return {
            "quiet_from": preferences.quiet_from,
            "quiet_until": preferences.quiet_until,
            **{f"{kind}-{channel}": channels[kind][channel] for kind, channel in _cells()},
        }

    def clean(self) -> dict[str, Any]:
        """Quiet hours have both ends, which differ."""
        cleaned: dict[str, Any] = super().clean() or {}
        start, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if {"quiet_from", "quiet_until"} & self.errors.keys():
            return cleaned
        if (start is None) != (end is None):
            missing = "quiet_from" if start is None else "quiet_until"
            self.add_error(missing, _("Enter both times, or neither."))
        elif start is not None and start == end:
            self.add_error("quiet_until", _("Choose two different times."))
        return cleaned

    def channels(self) -> dict[str, dict[str, bool]]:
        """{kind: {channel: bool}} of a valid form."""
        chosen: dict[str, dict[str, bool]] = {}
        for kind, channel in _cells():
            chosen.setdefault(kind, {})[channel] = self.cleaned_data[f"{kind}-{channel}"]
        return chosen

    def quiet_hours(self) -> tuple[time | None, time | None]:
        """Both ends, or None twice."""
        return self.cleaned_data["quiet_from"], self.cleaned_data["quiet_until"]

    def rows(self) -> Iterator[PreferenceRow]:
        """The table, in the order of the kinds."""
        for kind in kinds.KINDS:
            names = [f"{kind}-{channel}" for channel in offered_channels()]
            cells = tuple(self[name] for name in names)
            yield PreferenceRow(str(KIND_NAMES[kind]), cells)


def offered_channels() -> list[str]:
    """The columns of the table: no push messages where the site has no key for them."""
    left_out = {kinds.PUSH} if not settings.VAPID_PRIVATE_KEY else set()
    return [channel for channel in kinds.CHANNELS if channel not in left_out]


def _cells() -> Iterator[tuple[str, str]]:
    for kind in kinds.KINDS:
        for channel in offered_channels():
            yield kind, channel
