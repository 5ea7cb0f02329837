"""Forms of the desk: a result typed on one line, and another table for a pairing."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.desk.selectors.typed_lookup import TypedScore

# "12 7-4", "QF 2 7:4", "okafor 7 4"
TYPED = re.compile(r"(?P<which>.*\S)\s+(?P<one>\d{1,3})\s*[-–:\s]\s*(?P<two>\d{1,3})")


UNFINISHED = "unfinished"  # the code of the error while the score is not typed yet


class QuickForm(forms.Form):
    """The single line of a typed result."""

    text = forms.CharField(label=_("Result"), max_length=120, strip=True)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        text = cleaned.get("text")
        if text is None:
            return cleaned
        match = TYPED.fullmatch(text)
        if match is None:
            text = _("Type the table or the pairing, then the score: 12 7-4.")
            self.add_error("text", forms.ValidationError(text, UNFINISHED))
        else:
            cleaned["typed"] = TypedScore(
                text, match["which"], (int(match["one"]), int(match["two"]))
            )
        return cleaned


class TableForm(forms.Form):
    """`was` is the table that the form was shown with."""

    number = forms.IntegerField(
        label=pgettext_lazy("furniture", "Table"), min_value=1, max_value=999_999, required=False,
        help_text=_("Leave empty if the match waits for a table."),
    )  # fmt: skip
    was = forms.CharField(required=False, widget=forms.HiddenInput)
