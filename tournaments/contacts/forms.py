"""The form of one contact: what the organizer keeps, that the player agreed, and for how long."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.contacts.services.contacts import DAYS, DETAILS, USUAL_DAYS
from tournaments.models import EntrantContact

BY_HAND = ""


def days_choices() -> list[tuple[str, str]]:
    """How long a contact may be kept, in the reader's language."""
    listed = [
        (
            str(days),
            ngettext("%(n)d day after the tournament", "%(n)d days after the tournament", days)
            % {"n": days},
        )
        for days in DAYS
    ]
    return [*listed, (BY_HAND, str(_("Until a director deletes them")))]


class DaysField(forms.TypedChoiceField):
    """A number of days, or None: until a director deletes them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Keep the contacts"), choices=days_choices, required=False, coerce=int,
            empty_value=None, initial=str(USUAL_DAYS), **kwargs,
        )  # fmt: skip


class ContactForm(forms.Form):
    """Email, phone and member number of one player in one tournament."""

    email = forms.EmailField(label=_("Email"), required=False, max_length=254)
    phone = forms.CharField(
        label=_("Phone"), required=False, max_length=32, widget=forms.TextInput({"type": "tel"})
    )
    member_number = forms.CharField(label=_("Member number"), required=False, max_length=32)
    days = DaysField()
    consent = forms.BooleanField(
        label=_("The player agreed that you keep this for the tournament"), required=False
    )

    @classmethod
    def initial_of(cls, contact: EntrantContact | None) -> dict[str, Any]:
        """What the form shows of a contact."""
        if contact is None:
            return {}
        days = BY_HAND if contact.days is None else str(contact.days)
        values = {name: getattr(contact, name) for name in DETAILS}
        return {**values, "days": days, "consent": True}

    def details(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in DETAILS}
