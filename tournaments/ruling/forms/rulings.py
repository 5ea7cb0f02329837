"""Forms for rulings on a pairing, each with a reason. The view makes an action of the posted one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.ruling.forms.reasons import CorrectionForm, ForfeitForm, ReasonForm

Sides = list[tuple[int, str]]


class RedrawMixin(forms.Form):
    """For rulings on a result: the board of a team match, and whether later rounds are redrawn."""

    redraw = forms.BooleanField(
        label=_("Void the later rounds and draw them again"), required=False
    )
    board = forms.TypedChoiceField(
        label=pgettext_lazy("team", "Board"), coerce=int, required=False, empty_value=None
    )

    def __init__(self, *args: Any, boards: int = 1, redrawable: bool = False, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if not redrawable:
            del self.fields["redraw"]
        if boards == 1:
            del self.fields["board"]
        else:
            whole = [(0, _("Whole team match"))]
            numbered = [(n, str(n)) for n in range(1, boards + 1)]
            self.fields["board"].choices = whole + numbered  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """Board and redraw, as arguments of the action."""
        facts = {"redraw": bool(self.cleaned_data.get("redraw"))}
        if self.cleaned_data.get("board") is not None:
            facts["board"] = self.cleaned_data["board"]
        return facts


class SetResultForm(RedrawMixin, CorrectionForm):
    """Who won, and the score."""


class LoseForm(RedrawMixin, ForfeitForm):
    """Who loses without play: one side, or both."""


class VoidForm(RedrawMixin, ReasonForm):
    """The result no longer counts."""


class ReopenForm(RedrawMixin, ReasonForm):
    """A match that is over is reopened."""

    replay_game = forms.BooleanField(label=_("Replay the last game"), required=False)


class ScoreForm(ReasonForm):
    """Another score for the running match."""

    def __init__(self, *args: Any, sides: Sides, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for entry, name in sides:
            self.fields[f"points_{entry}"] = forms.IntegerField(
                label=name, min_value=0, max_value=999
            )

    def score(self) -> dict[int, int]:
        fields = self.cleaned_data.items()
        return {int(n[7:]): value for n, value in fields if n.startswith("points_")}


class SeatForm(ReasonForm):
    """Who has a slot: an entry or nobody; or it is exchanged with a slot of another pairing of the round."""

    side = forms.TypedChoiceField(
        label=pgettext_lazy("bracket", "Slot"), coerce=int, widget=forms.RadioSelect
    )
    who = forms.ChoiceField(label=_("Player or team"))

    def __init__(
        self, *args: Any, seats: Sides, others: list[tuple[str, Any]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = seats  # type: ignore[attr-defined]
        self.fields["who"].choices = others  # type: ignore[attr-defined]
