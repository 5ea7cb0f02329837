"""The form for a conduct penalty on an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import ConductPenalty
from tournaments.ruling.forms.reasons import ReasonForm


class ConductPenaltyForm(ReasonForm):
    """A conduct penalty on an entry."""

    kind = forms.ChoiceField(
        label=pgettext_lazy("conduct", "Penalty"),
        choices=ConductPenalty.Kind.choices,
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Points for the opponent"), min_value=1, max_value=50, required=False
    )
    scope = forms.ChoiceField(
        label=_("Disqualification applies to"),
        choices=ConductPenalty.Scope.choices,
        initial=ConductPenalty.Scope.TOURNAMENT,
        widget=forms.RadioSelect,
    )
    field_order = ("kind", "points", "scope", "reason")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") == ConductPenalty.Kind.POINTS and not cleaned.get("points"):
            self.add_error("points", _("Enter the number of points."))
        return cleaned
