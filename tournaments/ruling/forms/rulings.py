"""The forms of a ruling on a pairing. Each gives its reason; what it says becomes an action of the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.ruling.forms.reasons import CorrectionForm, ForfeitForm, ReasonForm

Sides = list[tuple[int, str]]


class RedrawMixin(forms.Form):
    """Where later rounds were drawn: are they drawn anew?"""

    redraw = forms.BooleanField(
        label=_("Set the later rounds aside and draw them anew"), required=False
    )
    board = forms.TypedChoiceField(label=_("Board"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, boards: int = 1, redrawable: bool = False, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if not redrawable:
            del self.fields["redraw"]
        if boards == 1:
            del self.fields["board"]
        else:
            whole = [(0, _("The whole team match"))]
            numbered = [(n, str(n)) for n in range(1, boards + 1)]
            self.fields["board"].choices = whole + numbered  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """What every ruling on a result may say."""
        told = {"redraw": bool(self.cleaned_data.get("redraw"))}
        if self.cleaned_data.get("board") is not None:
            told["board"] = self.cleaned_data["board"]
        return told


class SetResultForm(RedrawMixin, CorrectionForm):
    """Who won, and the score as it should stand."""


class LoseForm(RedrawMixin, ForfeitForm):
    """Who loses without play: one side, or both."""


class VoidForm(RedrawMixin, ReasonForm):
    """What was played does not count."""


class ReopenForm(RedrawMixin, ReasonForm):
    """A match that is over goes on."""

    replay_game = forms.BooleanField(label=_("Play the last game anew"), required=False)


class ScoreForm(ReasonForm):
    """The score of the match that is on, as it should stand."""

    def __init__(self, *args: Any, sides: Sides, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for entry, name in sides:
            self.fields[f"points_{entry}"] = forms.IntegerField(
                label=name, min_value=0, max_value=999
            )

    def score(self) -> dict[int, int]:
        told = self.cleaned_data.items()
        return {int(n[7:]): value for n, value in told if n.startswith("points_")}


class SeatForm(ReasonForm):
    """Who sits on a side: somebody, or nobody; or the two of another pairing of the round change places with him."""

    side = forms.TypedChoiceField(label=_("Which seat"), coerce=int, widget=forms.RadioSelect)
    who = forms.ChoiceField(label=_("Who sits there"))

    def __init__(
        self, *args: Any, seats: Sides, others: list[tuple[str, Any]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = seats  # type: ignore[attr-defined]
        self.fields["who"].choices = others  # type: ignore[attr-defined]
