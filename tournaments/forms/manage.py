"""The director's small forms: one ruling each, and every ruling gives its reason."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from tournaments.formats.plans import LARGEST

MOST_SEEDS = max(LARGEST.values())


def _reason(**kwargs: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Reason, shown in the record"),
        min_length=3,
        max_length=500,
        help_text=_("Everybody can read it there."),
        **kwargs,
    )


class WalkInForm(forms.Form):
    """Somebody who stands at the desk; `is_next` after another, so that the field waits for the name."""

    name = NameField(help_text="")

    def __init__(self, *args: Any, is_next: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_next:
            self.fields["name"].widget.attrs["autofocus"] = True


class BotsForm(forms.Form):
    """Built-in bots for the places that are free."""

    number = forms.IntegerField(label=_("How many"), min_value=1, max_value=64, initial=4)


class ReasonForm(forms.Form):
    """A ruling that needs nothing but its reason."""

    reason = _reason()


class TimeForm(ReasonForm):
    """Time given to one player, or taken from him."""

    entry = forms.TypedChoiceField(label=_("Whose clock"), coerce=int, widget=forms.RadioSelect)
    seconds = forms.IntegerField(
        label=_("Seconds to add"),
        min_value=-3600,
        max_value=3600,
        initial=60,
        help_text=_("A number below zero takes time away."),
    )

    def __init__(self, *args: Any, sides: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = sides  # type: ignore[attr-defined]


class ForfeitForm(ReasonForm):
    """Who loses a match that is not played to its end: one side, or both."""

    losers = forms.TypedMultipleChoiceField(
        label=_("Loses"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, sides: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["losers"].choices = sides  # type: ignore[attr-defined]


class CorrectionForm(ReasonForm):
    """Another result for a pairing: who won, and the score as it should stand."""

    winner = forms.TypedChoiceField(label=_("Winner"), coerce=int, widget=forms.RadioSelect)
    winner_points = forms.IntegerField(label=_("Points of the winner"), min_value=0, max_value=999)
    loser_points = forms.IntegerField(label=_("Points of the loser"), min_value=0, max_value=999)

    def __init__(
        self, *args: Any, sides: list[tuple[int, str]], session: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        self.fields["winner"].choices = sides  # type: ignore[attr-defined]
        if session:
            text = _("Equal points are a tie: then it does not matter whose side you chose.")
            self.fields["winner"].help_text = text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        won, lost = cleaned.get("winner_points"), cleaned.get("loser_points")
        if won is not None and lost is not None and won <= lost and not self.is_tie(won, lost):
            self.add_error("winner_points", _("The winner has more points."))
        return cleaned

    def is_tie(self, won: int, lost: int) -> bool:
        return self.session and won == lost


class SeedsForm(forms.Form):
    """One number an entry; empty for who is drawn at random. Each carries, as was_…, the seed that its author saw;
    `changed_meanwhile` are sentences about those that somebody else has changed since."""

    changed_meanwhile: Sequence[str] = ()

    def __init__(self, *args: Any, entries: list[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for entry in entries:
            self.fields[f"seed_{entry.id}"] = forms.IntegerField(
                label=entry.player.name,
                required=False,
                min_value=1,
                max_value=MOST_SEEDS,
                initial=entry.seed,
            )

    def seeds(self) -> dict[int, int | None]:
        return {int(name[5:]): value for name, value in self.cleaned_data.items()}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = Counter(seed for seed in cleaned.values() if seed is not None)
        for name in [name for name, seed in cleaned.items() if given[seed] > 1]:
            self.add_error(name, forms.ValidationError(_("Two entries have the same seed.")))
        return cleaned


def changed_meanwhile(
    posted: QueryDict, rows: Iterable[Any], typed: Mapping[int, int | None]
) -> list[str]:
    """A sentence for each seed that is no longer what the form was made from, and not what was typed either."""
    found = []
    for row in rows:
        was, now = posted.get(f"was_{row.id}"), "" if row.seed is None else str(row.seed)
        if was is None or was == now or typed.get(row.id) == row.seed:
            continue
        said = {"name": row.player.name, "was": was or "–", "now": now or "–"}
        found.append(gettext("%(name)s: seed %(was)s has become %(now)s.") % said)
    return found
