"""The form of somebody without an account, and the organizer's settings of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from django_countries import countries

from accounts.forms import NameField
from tournaments.contacts.services.contacts import USUAL_DAYS
from tournaments.models import RegistrationPlan
from tournaments.registration.services.registrations import TYPED
from tournaments.timing.forms import MomentField


class RegistrationForm(forms.Form):
    """Who enters. `website` is a trap for programs: people do not see it and leave it empty."""

    name = NameField(help_text="", widget=forms.TextInput({"autocomplete": "name"}))
    email = forms.EmailField(
        label=_("Email"), max_length=254, widget=forms.EmailInput({"autocomplete": "email"})
    )
    country = forms.ChoiceField(label=_("Country"), required=False)
    club = forms.CharField(
        label=pgettext_lazy("player’s club", "Club"), max_length=80, required=False
    )
    rating = forms.FloatField(
        label=pgettext_lazy("player", "Rating"), required=False, min_value=0, max_value=10_000
    )
    member_number = forms.CharField(label=_("Member number"), required=False, max_length=32)
    phone = forms.CharField(
        label=_("Phone"),
        required=False,
        max_length=32,
        widget=forms.TextInput({"type": "tel", "autocomplete": "tel"}),
    )
    shown = forms.BooleanField(
        label=_("My name, country, club and results are shown on public pages.")
    )
    kept = forms.BooleanField()
    website = forms.CharField(required=False, max_length=500)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("Not specified")), *countries]  # type: ignore[attr-defined]
        self.fields["country"].widget.attrs["autocomplete"] = "country"
        self.fields["kept"].label = kept_label(USUAL_DAYS)

    @property
    def is_trapped(self) -> bool:
        return bool(self.cleaned_data.get("website"))

    def typed(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in TYPED}


class RegistrationPlanForm(forms.Form):
    """May people without an account enter, until when, and how they pay."""

    is_open = forms.BooleanField(label=_("People without an account can enter"), required=False)
    closes_at = MomentField(
        label=_("Entry closes"),
        required=False,
        help_text=_("In your time zone. Leave empty: until the tournament starts."),
    )
    payment_text = forms.CharField(
        label=_("How to pay"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Bank details, a payment link, or how to pay at the door."),
    )

    @classmethod
    def initial_of(cls, plan: RegistrationPlan | None) -> dict[str, Any]:
        """What the form shows of the settings."""
        if plan is None:
            return {}
        return {name: getattr(plan, name) for name in ("is_open", "closes_at", "payment_text")}


def kept_label(days: int) -> str:
    """What the person agrees to: for how long the organizer may keep their contacts."""
    text = ngettext(
        "The organizer may keep my email, phone and member number for %(n)d day after the tournament.",
        "The organizer may keep my email, phone and member number for %(n)d days after the tournament.",
        days,
    )
    return text % {"n": days}
