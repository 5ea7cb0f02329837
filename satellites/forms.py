"""The prize of a tournament that repeats."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament


class PrizeForm(forms.Form):
    """Which tournament the winner may enter without a fee; none for a jackpot."""

    target = forms.TypedChoiceField(
        label=gettext_lazy("Free entry for the winner"),
        required=False,
        coerce=int,
        empty_value=None,
    )

    def __init__(self, *args: Any, targets: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("None: a jackpot"))]
        choices += [(str(target.pk), target.name) for target in targets]
        self.fields["target"].choices = choices  # type: ignore[attr-defined]
