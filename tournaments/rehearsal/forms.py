"""The form that begins a rehearsal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class RehearsalForm(forms.Form):
    """The number of practice players, at most as many as the format allows."""

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"] = forms.IntegerField(
            label=_("Practice players"), min_value=2, max_value=most
        )
