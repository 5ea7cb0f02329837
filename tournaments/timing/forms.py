"""Forms about time: the settings of a tournament, a deadline, the time of a match, the times a player offers, who is missing."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Timing
from tournaments.ruling.forms.reasons import ReasonForm

REMINDERS = [(48, _("2 days before")), (24, _("1 day before")), (6, _("6 hours before"))]
OFFERS = 5


class MomentField(forms.DateTimeField):
    """Day and time in the reader's time zone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)


class TimingForm(forms.Form):
    """The settings of a tournament about lateness and deadlines."""

    lateness = forms.ChoiceField(
        label=_("Lateness penalties"), choices=Timing.Lateness.choices, widget=forms.RadioSelect
    )
    penalty = forms.ChoiceField(
        label=pgettext_lazy("conduct", "Penalty"),
        choices=Timing.Penalty.choices,
        widget=forms.RadioSelect,
    )
    grace_min = forms.IntegerField(
        label=_("Minutes until the first penalty"), min_value=1, max_value=120
    )
    step_min = forms.IntegerField(
        label=_("Minutes between further penalties"), min_value=1, max_value=120
    )
    round_days = forms.IntegerField(
        label=_("Days per round"),
        required=False,
        min_value=1,
        max_value=90,
        help_text=_("Leave empty for no deadline. The time to join then starts at once."),
    )
    ends_at = forms.TimeField(
        label=_("Round end time"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("In the tournament’s time zone."),
    )
    remind_hours = forms.TypedMultipleChoiceField(
        label=_("Email reminders"),
        coerce=int,
        choices=REMINDERS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


class DeadlineForm(ReasonForm):
    """Until when a round is played."""

    until = MomentField(label=_("Deadline"))
    later_too = forms.BooleanField(
        label=_("Move later deadlines by the same amount"), required=False, initial=True
    )
    field_order = ("until", "later_too", "reason")

    def clean_until(self) -> datetime:
        until: datetime = self.cleaned_data["until"]
        return _in_future(until)


class MoveForm(ReasonForm):
    """When a match begins."""

    at = MomentField(label=_("New start time"))
    field_order = ("at", "reason")

    def clean_at(self) -> datetime:
        at: datetime = self.cleaned_data["at"]
        return _in_future(at)


class MissingForm(forms.Form):
    """Who is missing at a table, and since when."""

    entry = forms.TypedChoiceField(label=_("Missing player"), coerce=int, widget=forms.RadioSelect)
    since = MomentField(label=_("Expected at"))

    def __init__(self, *args: Any, sides: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = sides  # type: ignore[attr-defined]


class OffersForm(forms.Form):
    """Up to five times that one player offers."""

    def __init__(self, *args: Any, latest: datetime | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.latest = latest
        for n in range(1, OFFERS + 1):
            field = MomentField(
                label=pgettext_lazy("time of day", "Time %(n)d") % {"n": n},
                required=n == 1,
                error_messages={"required": _("Offer at least one time.")},
            )
            field.widget.attrs["min"] = f"{timezone.localtime():%Y-%m-%dT%H:%M}"
            if latest is not None:
                field.widget.attrs["max"] = f"{timezone.localtime(latest):%Y-%m-%dT%H:%M}"
            self.fields[f"at_{n}"] = field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, at in list(cleaned.items()):
            if at is not None and at <= timezone.now():
                self.add_error(name, _("This time is in the past. Choose a later time."))
            elif at is not None and self.latest is not None and at > self.latest:
                self.add_error(
                    name, _("This time is after the round deadline. Choose an earlier time.")
                )
        return cleaned

    def times(self) -> list[datetime]:
        return [at for at in self.cleaned_data.values() if at is not None]


def _in_future(moment: datetime) -> datetime:
    if moment <= timezone.now():
        raise forms.ValidationError(_("This time is in the past. Choose a later time."))
    return moment
