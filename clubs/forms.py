"""Forms of clubs: what a club says about itself, and the filter of their list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from clubs.models import LONGEST_NAME, Club, Joining
from clubs.selectors.clubs import ClubFilter, club_countries
from tournaments.event.forms import web_address


class ClubForm(forms.Form):
    """Everything can be changed later."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=LONGEST_NAME)
    place = forms.CharField(label=_("Town"), required=False, max_length=80)
    country = forms.ChoiceField(label=_("Country"), required=False)
    about = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("For example: when and where you meet, who is welcome, what it costs."),
    )
    website = web_address(_("Website"))
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        max_length=160,
        help_text=_("For example a name and an email address. Everybody can see it."),
    )
    joining = forms.ChoiceField(
        label=_("Who can join"),
        choices=Joining.choices,
        widget=forms.RadioSelect,
        initial=Joining.AT_ONCE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("Not specified")), *countries]  # type: ignore[attr-defined]

    @staticmethod
    def initial_of(club: Club) -> dict[str, Any]:
        names = ("name", "place", "about", "website", "contact", "joining")
        return {name: getattr(club, name) for name in names} | {"country": str(club.country or "")}

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not any(c.isalnum() for c in name):
            raise forms.ValidationError(
                _("Enter a name with letters or digits."), code="no_letters"
            )
        return name


class ClubFilterForm(forms.Form):
    """The filter of the list; what does not fit is as if it had not been asked."""

    q = forms.CharField(label=_("Name"), required=False, max_length=80)
    country = forms.ChoiceField(label=_("Country"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("All countries")), *club_countries()]  # type: ignore[attr-defined]

    def asked(self) -> ClubFilter:
        """The filter, of the values that are valid."""
        self.is_valid()
        chosen = self.cleaned_data
        return ClubFilter(" ".join(chosen.get("q", "").split()), chosen.get("country", ""))
