"""Forms about time: the settings of a tournament, a deadline, the time of a match, the times a player offers, who is missing."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

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
        label=_("Who comes late"), choices=Timing.Lateness.choices, widget=forms.RadioSelect
    )
    penalty = forms.ChoiceField(
        label=_("What it costs"), choices=Timing.Penalty.choices, widget=forms.RadioSelect
    )
    grace_min = forms.IntegerField(
        label=_("Minutes until the first penalty"), min_value=1, max_value=120
    )
    step_min = forms.IntegerField(
        label=_("Minutes until each further one"), min_value=1, max_value=120
    )
    round_days = forms.IntegerField(
        label=_("Days to a round"),
        required=False,
        min_value=1,
        max_value=90,
        help_text=_("Empty: rounds have no deadline, and the time to join runs at once."),
    )
    ends_at = forms.TimeField(
        label=_("A round ends at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("On the clocks of the place of the tournament."),
    )
    remind_hours = forms.TypedMultipleChoiceField(
        label=_("Reminders by e-mail"),
        coerce=int,
        choices=REMINDERS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


class DeadlineForm(ReasonForm):
    """Until when a round is played."""

    until = MomentField(label=_("To be played until"))
    later_too = forms.BooleanField(
        label=_("Move the later rounds by as much"), required=False, initial=True
    )
    field_order = ("until", "later_too", "reason")

    def clean_until(self) -> datetime:
        until: datetime = self.cleaned_data["until"]
        return _in_future(until)


class MoveForm(ReasonForm):
    """When a match begins."""

    at = MomentField(label=_("It begins at"))
    field_order = ("at", "reason")

    def clean_at(self) -> datetime:
        at: datetime = self.cleaned_data["at"]
        return _in_future(at)


class MissingForm(forms.Form):
    """Who is missing at a table, and since when."""

    entry = forms.TypedChoiceField(label=_("Who is missing"), coerce=int, widget=forms.RadioSelect)
    since = MomentField(label=_("Was to be there at"))

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
                label=_("Time %(n)d") % {"n": n},
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
                self.add_error(name, _("That time has passed."))
            elif at is not None and self.latest is not None and at > self.latest:
                self.add_error(name, _("That is after the deadline of the round."))
        return cleaned

    def times(self) -> list[datetime]:
        return [at for at in self.cleaned_data.values() if at is not None]


def _in_future(moment: datetime) -> datetime:
    if moment <= timezone.now():
        raise forms.ValidationError(_("That time has passed."))
    return moment
