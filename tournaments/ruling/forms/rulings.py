"""Forms for rulings on a pairing, each with a reason. The view makes an action of the posted one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.ruling.forms.reasons import CorrectionForm, ForfeitForm, ReasonForm
from tournaments.ruling.services.record_only import REPLAY

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
    """Who won, and the score. `effects`: what a correction may change, by value, with a sentence each; empty where no
    result is corrected. A form sent without an effect moves what follows."""

    effect = forms.ChoiceField(
        label=_("What the correction changes"), required=False, widget=forms.RadioSelect
    )

    def __init__(
        self,
        *args: Any,
        effects: Mapping[str, tuple[Any, Any]] | None = None,
        effect_draws: bool = False,
        **kwargs: Any,
    ) -> None:
        """`effect_draws`: the effect says whether later rounds are drawn again, so no box asks for it."""
        super().__init__(*args, **kwargs)
        self.effect_draws = effect_draws
        self.effects = effects or {}
        if not self.effects:
            del self.fields["effect"]
            return
        labels = [(value, label) for value, (label, _sentence) in self.effects.items()]
        self.fields["effect"].choices = labels  # type: ignore[attr-defined]

    @property
    def effect_rows(self) -> list[tuple[Any, Any]]:
        """Each radio button with the sentence below it."""
        sentences = [sentence for _label, sentence in self.effects.values()]
        return list(zip(self["effect"], sentences, strict=True)) if self.effects else []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("effect") == REPLAY:
            for name in ("winner", "winner_points", "loser_points"):
                self.errors.pop(name, None)
        return cleaned


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
