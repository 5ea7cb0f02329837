"""The form for a sanction on an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Sanction
from tournaments.ruling.forms.reasons import ReasonForm


class SanctionForm(ReasonForm):
    """A sanction on an entry."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("conduct", "Penalty"),
        choices=Sanction.Kind.choices,
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Points for the opponent"), min_value=1, max_value=50, required=False
    )
    scope = forms.ChoiceField(
        label=_("Disqualification applies to"),
        choices=Sanction.Scope.choices,
        initial=Sanction.Scope.TOURNAMENT,
        widget=forms.RadioSelect,
    )
    field_order = ("kind", "points", "scope", "reason")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") == Sanction.Kind.POINTS and not cleaned.get("points"):
            self.add_error("points", _("Enter the number of points."))
        return cleaned
