"""A file to upload, or its text: what the forms for match files and for tables of entries share."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _


class FileOrText(forms.Form):
    """A subclass has the fields `file` and `text`, and its limit in `most_bytes`."""

    most_bytes: int

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("file") is None and not str(cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste its text."))
        return cleaned

    def data_given(self) -> bytes:
        """The bytes that were given; one byte more than allowed is enough to see that it is too much."""
        file = self.cleaned_data["file"]
        if file is not None:
            return bytes(file.read(self.most_bytes + 1))
        return str(self.cleaned_data["text"]).encode("utf-8", "replace")
