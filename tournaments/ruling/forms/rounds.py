"""Forms for a round: other terms, or other pairs. A hidden field has pairs as `12-15 3-`, entry by entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.clock import CLOCK_KINDS
from tournaments.formats.by_hand import Pair
from tournaments.models import Round
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.setup.forms.other_terms import (
    clock_choice,
    clock_choices,
    clock_from_choice,
    rules_choice,
    rules_choices,
    rules_from_choice,
)

AS_AGREED = "agreed"
MOST_PAIRS = (
    20_000  # Django checks the number of characters; no round has more pairs than the field
)
# Unambiguous, so that wrong input is refused at once; numbers are no longer than the database allows.
PAIRS = r"^[0-9]{1,18}-[0-9]{0,18}( [0-9]{1,18}-[0-9]{0,18})*\Z"


class RoundForm(ReasonForm):
    """Length, clock and rule book of a round."""

    length = forms.IntegerField(label=_("Match length"), min_value=1, max_value=99)
    clock = forms.ChoiceField(label=_("Clock"))
    rules = forms.ChoiceField(label=_("Rules"), required=False)

    def __init__(self, *args: Any, row: Round, **kwargs: Any) -> None:
        self.row = row
        kwargs["initial"] = {
            "length": row.length,
            "clock": clock_choice(row.clock) or AS_AGREED,
            "rules": rules_choice(row.rules) or AS_AGREED,
        }
        super().__init__(*args, **kwargs)
        agreed = (AS_AGREED, _("Tournament default"))
        self.fields["clock"].choices = [agreed, *clock_choices(row.clock)]  # type: ignore[attr-defined]
        self.fields["rules"].choices = [agreed, *rules_choices(row.rules)]  # type: ignore[attr-defined]

    def terms(self) -> dict[str, Any]:
        """The terms that differ from before; empty clock or rules leave them unchanged."""
        row, typed = self.row, {name: self.cleaned_data[name] for name in self.changed_data}
        changed: dict[str, Any] = {}
        if typed.get("length"):
            changed["length"] = typed["length"]
        if clock := typed.get("clock"):
            changed["clock"] = (
                None if clock == AS_AGREED else clock_from_choice(clock, row.clock, self._kind())
            )
        if rules := typed.get("rules"):
            changed["rules"] = None if rules == AS_AGREED else rules_from_choice(rules, row.rules)
        return changed

    def _kind(self) -> str:
        """The agreed kind of clock."""
        clock = self.row.stage.tournament.agreed["clock"] or {}
        kind = clock.get("kind")
        return kind if kind in CLOCK_KINDS else CLOCK_KINDS[0]


class PairsForm(forms.Form):
    """A draft of a round: its pairs, and the two chosen to exchange places."""

    pairs = forms.RegexField(regex=PAIRS, widget=forms.HiddenInput, max_length=16 * MOST_PAIRS)
    chosen = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, *args: Any, entries: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"].choices = [(pk, "") for pk in entries]  # type: ignore[attr-defined]

    def clean_pairs(self) -> tuple[Pair, ...]:
        return pairs_from_text(self.cleaned_data["pairs"])


def pairs_to_text(pairs: Any) -> str:
    """Pairs as in the hidden field.

    >>> pairs_to_text([(12, 15), (3, None)])
    '12-15 3-'
    """
    return " ".join(f"{first}-{second or ''}" for first, second in pairs)


def pairs_from_text(text: str) -> tuple[Pair, ...]:
    """Pairs from the hidden field.

    >>> pairs_from_text("12-15 3-")
    ((12, 15), (3, None))
    """
    sides = (pair.partition("-") for pair in text.split())
    return tuple((int(first), int(second) if second else None) for first, _dash, second in sides)
