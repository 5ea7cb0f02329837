"""Small forms of directors: one ruling each, with its reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plans import LARGEST

MOST_SEEDS = max(LARGEST.values())


def _reason(**kwargs: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Reason (shown in the record of rulings)"),
        min_length=3,
        max_length=500,
        help_text=_("Visible to everyone."),
        **kwargs,
    )


class ReasonForm(forms.Form):
    """A ruling that needs nothing but its reason."""

    reason = _reason()


class TimeForm(ReasonForm):
    """Time given to one player, or taken away."""

    entry = forms.TypedChoiceField(label=_("Player’s clock"), coerce=int, widget=forms.RadioSelect)
    seconds = forms.IntegerField(
        label=_("Seconds to add"),
        min_value=-3600,
        max_value=3600,
        initial=60,
        help_text=_("Use a negative number to remove time."),
    )

    def __init__(self, *args: Any, sides: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = sides  # type: ignore[attr-defined]


class ForfeitForm(ReasonForm):
    """Who forfeits a match: one side, or both."""

    losers = forms.TypedMultipleChoiceField(
        label=_("Forfeited by"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, sides: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["losers"].choices = sides  # type: ignore[attr-defined]


class CorrectionForm(ReasonForm):
    """Another result for a pairing: who won, and the score."""

    winner = forms.TypedChoiceField(label=_("Winner"), coerce=int, widget=forms.RadioSelect)
    winner_points = forms.IntegerField(label=_("Winner’s points"), min_value=0, max_value=999)
    loser_points = forms.IntegerField(label=_("Loser’s points"), min_value=0, max_value=999)

    def __init__(
        self, *args: Any, sides: list[tuple[int, str]], session: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        self.fields["winner"].choices = sides  # type: ignore[attr-defined]
        if session:
            text = _("For a tie, enter equal points and choose either player.")
            self.fields["winner"].help_text = text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        won, lost = cleaned.get("winner_points"), cleaned.get("loser_points")
        if won is not None and lost is not None and won <= lost and not self.is_tie(won, lost):
            self.add_error("winner_points", _("The winner must have more points than the loser."))
        return cleaned

    def is_tie(self, won: int, lost: int) -> bool:
        return self.session and won == lost
