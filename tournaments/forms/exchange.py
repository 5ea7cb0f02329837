"""A table that somebody brings: a file, or its text."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.csv_reading import MOST_BYTES
from tournaments.models import ImportFile


class BringForm(forms.Form):
    """What it holds, and the file or its text."""

    kind = forms.ChoiceField(
        label=_("What it holds"), choices=ImportFile.Kind.choices, widget=forms.RadioSelect
    )
    file = forms.FileField(
        label=_("File"), required=False, allow_empty_file=True, max_length=255,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json"}),
        help_text=_("CSV or JSON, up to 5,000 rows and 1 MiB."),
    )  # fmt: skip
    text = forms.CharField(
        label=_("Or its text"), required=False, strip=False, max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "mono"}),
        help_text=_("As copied from a spreadsheet; the first line names the columns."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("file") is None and not str(cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste its text."))
        return cleaned

    def data_given(self) -> bytes:
        """One byte more than allowed is enough to see that it is too much."""
        file = self.cleaned_data["file"]
        if file is not None:
            return bytes(file.read(MOST_BYTES + 1))
        return str(self.cleaned_data["text"]).encode("utf-8", "replace")

    def name_given(self) -> str:
        file = self.cleaned_data["file"]
        return str(file.name)[:120] if file is not None else str(_("pasted text"))
