"""Forms that upload a table: a file, or its text."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ImportFile
from web.csv_reading import MOST_BYTES
from web.file_form import FileOrText

OF_A_TOURNAMENT = [
    choice for choice in ImportFile.Kind.choices if choice[0] != ImportFile.Kind.PLAYERS
]


class UploadPlayersForm(FileOrText):
    """A file or its text."""

    most_bytes = MOST_BYTES

    file = forms.FileField(
        label=_("File"), required=False, allow_empty_file=True, max_length=255,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json"}),
        help_text=_("CSV or JSON, up to 5,000 rows and 1 MiB."),
    )  # fmt: skip
    text = forms.CharField(
        label=_("Paste the text instead"), required=False, strip=False, max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "mono"}),
        help_text=_("Copy it from a spreadsheet. The first line must contain the column names."),
    )  # fmt: skip

    @classmethod
    def given_back(cls, text: str) -> "UploadPlayersForm":
        """A form with the uploaded text in it, to be corrected there."""
        form = cls(initial={"text": text})
        form.fields["text"].widget.attrs["rows"] = min(20, max(5, text.count("\n") + 2))
        return form

    def name_given(self) -> str:
        file = self.cleaned_data["file"]
        return str(file.name)[:120] if file is not None else str(_("Pasted text"))


class UploadForm(UploadPlayersForm):
    """What the file contains, and the file or its text."""

    kind = forms.ChoiceField(
        label=_("Type of list"), choices=OF_A_TOURNAMENT, widget=forms.RadioSelect
    )
    field_order = ["kind", "file", "text"]
