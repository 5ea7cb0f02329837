"""What a director says of a round: other terms, or pairs. Pairs travel in a hidden field as `12-15 3-`, entry by entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import rule_texts
from tournaments.formats.by_hand import Pair
from tournaments.forms.manage import ReasonForm
from tournaments.models import Round

AS_AGREED, NO_CLOCK = "agreed", "none"
MOST_PAIRS = 20_000  # characters are checked by Django; more pairs than a field has are no round
# One way to read it only, so that nonsense is refused at once; no longer than a number of the database.
PAIRS = r"^[0-9]{1,18}-[0-9]{0,18}( [0-9]{1,18}-[0-9]{0,18})*\Z"


class RoundForm(ReasonForm):
    """Length and clock of a round."""

    length = forms.IntegerField(label=_("Match length"), min_value=1, max_value=99)
    clock = forms.ChoiceField(label=_("Clock"))

    def __init__(self, *args: Any, row: Round, **kwargs: Any) -> None:
        clock = row.clock or {}
        here = clock.get("preset") or (NO_CLOCK if clock.get("kind") == "none" else AS_AGREED)
        kwargs["initial"] = {"length": row.length, "clock": here}
        super().__init__(*args, **kwargs)
        self.fields["clock"].choices = [  # type: ignore[attr-defined]
            (AS_AGREED, _("As agreed for the tournament")),
            (NO_CLOCK, _("No clock")),
            *rule_texts.clock_choices(),
        ]

    def terms(self) -> dict[str, Any]:
        """What is other than it was; nothing said of the clock leaves it."""
        chosen = self.cleaned_data["clock"]
        told: dict[str, Any] = {}
        if "length" in self.changed_data:
            told["length"] = self.cleaned_data["length"]
        if "clock" in self.changed_data:
            clocks = {AS_AGREED: None, NO_CLOCK: {"kind": "none"}}
            told["clock"] = clocks.get(chosen, {"preset": chosen, "kind": "simple"})
        return told


class PairsForm(forms.Form):
    """A draft of a round: its pairs, and the two who change places."""

    pairs = forms.RegexField(regex=PAIRS, widget=forms.HiddenInput, max_length=16 * MOST_PAIRS)
    chosen = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, entries: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"].choices = [(pk, "") for pk in entries]  # type: ignore[attr-defined]

    def clean_pairs(self) -> tuple[Pair, ...]:
        return read(self.cleaned_data["pairs"])


def written(pairs: Any) -> str:
    """Pairs as the hidden field carries them.

    >>> written([(12, 15), (3, None)])
    '12-15 3-'
    """
    return " ".join(f"{one}-{two or ''}" for one, two in pairs)


def read(text: str) -> tuple[Pair, ...]:
    """The way back.

    >>> read("12-15 3-")
    ((12, 15), (3, None))
    """
    told = (pair.partition("-") for pair in text.split())
    return tuple((int(one), int(two) if two else None) for one, _dash, two in told)
