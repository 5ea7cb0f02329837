"""The form for a pairing request."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats.swiss import MOST_ROUNDS
from tournaments.models import PairingRequest
from tournaments.ruling.services.pairing_requests import IN_A_ROUND, OF_TWO

Kind = PairingRequest.Kind


class PairingRequestForm(forms.Form):
    """What is asked, of whom, and for which round. Fields that the kind does not need are ignored."""

    kind = forms.ChoiceField(
        label=_("Request"), choices=Kind.choices, widget=forms.RadioSelect, initial=Kind.BYE
    )
    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    other = forms.TypedChoiceField(
        label=_("Second player"), coerce=int, required=False, empty_value=None,
        help_text=_("For two who must not meet, or who meet in one round."),
    )  # fmt: skip
    round = forms.IntegerField(
        label=pgettext_lazy("of a tournament", "Round"), min_value=1, max_value=MOST_ROUNDS,
        required=False, help_text=_("Not for two who must not meet."),
    )  # fmt: skip
    reason = forms.CharField(
        label=_("Reason"), max_length=200, required=False,
        help_text=_("Directors see it in the draw room and in the record."),
    )  # fmt: skip

    def __init__(self, *args: Any, entries: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: list[tuple[Any, str]] = [("", "—"), *entries]
        for name in ("entry", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = cleaned.get("kind")
        if kind in OF_TWO and "other" in cleaned and cleaned["other"] is None:
            self.add_error("other", _("Choose the second player."))
        if kind in OF_TWO and cleaned.get("other") and cleaned["other"] == cleaned.get("entry"):
            self.add_error("other", _("Choose two different players."))
        if kind in IN_A_ROUND and "round" in cleaned and cleaned["round"] is None:
            self.add_error("round", _("Enter the round."))
        if kind not in OF_TWO:
            cleaned["other"] = None
        if kind not in IN_A_ROUND:
            cleaned["round"] = None
        return cleaned
