"""How many players a rehearsal is begun with."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class RehearsalForm(forms.Form):
    """At most as many as the format can carry."""

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"] = forms.IntegerField(
            label=_("Practice players"), min_value=2, max_value=most
        )
