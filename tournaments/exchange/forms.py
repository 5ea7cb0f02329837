"""Forms that upload a table: a file, or its text."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.contacts.forms import DaysField
from tournaments.models import ImportFile
from web.csv_reading import MOST_BYTES
from web.file_form import FileOrText

OF_A_TOURNAMENT = [
    choice
    for choice in ImportFile.Kind.choices
    if choice[0] not in (ImportFile.Kind.PLAYERS, ImportFile.Kind.PASTED)
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


class PastedListForm(forms.Form):
    """A list of players as people write it."""

    lines = forms.CharField(
        label=_("Players, one per line"), strip=False, max_length=100_000,
        error_messages={"required": _("The list is empty. Write one player per line.")},
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )  # fmt: skip

    @classmethod
    def given_back(cls, text: str) -> "PastedListForm":
        """A form with the pasted list in it, to be corrected there."""
        form = cls(initial={"lines": text})
        form.fields["lines"].widget.attrs["rows"] = min(24, max(5, text.count("\n") + 2))
        return form


class KeepContactsForm(forms.Form):
    """With the confirmation of a list that has contacts: did the players agree, and how long are they kept?"""

    consent = forms.BooleanField(
        label=_("The players agreed that you keep these contacts for the tournament"),
        required=False,
        help_text=_("Without this, players are imported and contacts are left out."),
    )
    days = DaysField()


class UploadForm(UploadPlayersForm):
    """What the file contains, and the file or its text."""

    kind = forms.ChoiceField(
        label=_("Type of list"), choices=OF_A_TOURNAMENT, widget=forms.RadioSelect
    )
    field_order = ["kind", "file", "text"]
