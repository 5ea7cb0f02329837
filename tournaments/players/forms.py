"""The filter above the matches on a player's page. What it does not understand is named, and the rest of it still counts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.rules import LONGEST
from tournaments.players.selectors.career_counts import CareerFilter
from tournaments.players.texts import kind_names


class CareerFilterForm(forms.Form):
    """Every field may be empty. Names are searched in, without accents; days are the reader's."""

    opponent = forms.CharField(label=_("Opponent"), max_length=80, required=False)
    tournament = forms.CharField(label=_("Tournament"), max_length=120, required=False)
    kind = forms.ChoiceField(label=pgettext_lazy("match", "Type"), required=False)
    length = forms.IntegerField(
        label=_("Match length"), min_value=1, max_value=LONGEST, required=False
    )
    result = forms.ChoiceField(label=_("Result"), required=False)
    since = forms.DateField(
        label=pgettext_lazy("day", "From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=pgettext_lazy("day", "To"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, auto_id="f_%s")
        everything = ("", pgettext_lazy("filter", "All"))
        self.fields["kind"].choices = [everything, *kind_names().items()]  # type: ignore[attr-defined]
        self.fields["result"].choices = [  # type: ignore[attr-defined]
            everything,
            ("won", pgettext_lazy("result", "Won")),
            ("lost", pgettext_lazy("result", "Lost")),
            ("tied", _("Tie")),
            ("on", _("In progress")),
        ]
        for name in ("opponent", "tournament"):
            self.fields[name].widget.attrs |= {"list": f"f_{name}s", "autocomplete": "off"}

    def chosen(self) -> CareerFilter:
        """What was understood of it."""
        self.is_valid()
        return CareerFilter(**{name: value for name, value in self.cleaned_data.items() if value})

    @property
    def is_used(self) -> bool:
        """Is anything chosen, or not understood?"""
        return bool(self.errors) or self.chosen() != CareerFilter()
