"""What staff are asked before they act: always a reason, for the audit trail."""

from typing import Any

from django import forms
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from accounts.models import Player, User
from web.requests import number_in


class StaffReasonForm(forms.Form):
    """Why it is done."""

    reason = forms.CharField(
        label="Reason",
        max_length=300,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
    )


class LocalDateTimeField(forms.DateTimeField):
    """A day and a time in the reader's time zone, picked with the browser's calendar."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"})
        widget.input_type = "datetime-local"
        super().__init__(
            widget=widget, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"], **options
        )

    def prepare_value(self, value: Any) -> Any:
        return f"{timezone.localtime(value):%Y-%m-%dT%H:%M}" if hasattr(value, "tzinfo") else value


class SuspensionForm(StaffReasonForm):
    """For good, or until then."""

    until = LocalDateTimeField(
        label="Until",
        required=False,
        help_text="Leave empty to suspend with no end date.",
    )
    field_order = ["until", "reason"]

    def clean_until(self) -> Any:
        until = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError("This time is in the past.", "over")
        return until


class MergeForm(StaffReasonForm):
    """The player that stays after the merge, and the confirmation of the preview."""

    player = forms.CharField(
        label="Number or name of the player to keep",
        max_length=200,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
        help_text="The number is at the end of the player page’s address.",
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    field_order = ["player", "reason"]

    def clean_player(self) -> Player:
        text = self.cleaned_data["player"].strip()
        players = Player.objects.filter(anonymised_at=None)
        number = number_in(text)
        players = players.filter(name__iexact=text) if number is None else players.filter(pk=number)
        match list(players[:2]):
            case [player]:
                return player
            case []:
                raise forms.ValidationError("No player has this number or name.", "unknown")
        raise forms.ValidationError("Several players have this name. Enter the number.", "several")


class HandOverForm(StaffReasonForm):
    """To whom an event or a tournament goes."""

    to = forms.CharField(
        label="User name or email of the new organizer",
        max_length=254,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    field_order = ["to", "reason"]

    def clean_to(self) -> User:
        text = self.cleaned_data["to"].strip()
        users = User.objects.filter(is_active=True, suspended_at=None)
        matching = users.filter(username__iexact=text) or users.filter(email__iexact=text)
        if len(matching) != 1:
            raise forms.ValidationError("No active account matches.", "unknown")
        return matching[0]
