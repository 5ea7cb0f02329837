"""A result as it is typed at the desk: which pairing, and the score."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

# "12 7-4", "QF 2 7:4", "okafor 7 4"
TYPED = re.compile(r"(?P<which>.*\S)\s+(?P<one>\d{1,3})\s*[-–:\s]\s*(?P<two>\d{1,3})")


UNFINISHED = "unfinished"  # the code of the error that every line has until its score is typed


@dataclass(frozen=True, slots=True)
class Typed:
    """`which` is the number of a table, the name of a pairing, or part of a player's name; then his score is first."""

    text: str
    which: str
    score: tuple[int, int]


class QuickForm(forms.Form):
    """One line."""

    text = forms.CharField(label=_("Result"), max_length=120, strip=True)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        text = cleaned.get("text")
        if text is None:
            return cleaned
        found = TYPED.fullmatch(text)
        if found is None:
            text = _("Type the table or the pairing, then the score: 12 7-4.")
            self.add_error("text", forms.ValidationError(text, UNFINISHED))
        else:
            cleaned["typed"] = Typed(text, found["which"], (int(found["one"]), int(found["two"])))
        return cleaned
