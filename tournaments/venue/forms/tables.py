"""The form that adds tables by their numbers."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AddTablesForm(forms.Form):
    first = forms.IntegerField(label=_("First table"), min_value=1, max_value=9999)
    last = forms.IntegerField(label=_("Last table"), min_value=1, max_value=9999, required=False)
    room = forms.CharField(
        label=_("Room"),
        max_length=60,
        required=False,
        help_text=_("Leave empty if all tables are in one room."),
    )
