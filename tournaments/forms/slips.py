"""What is typed or tapped about a match over the board."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ScoreReport
from tournaments.selectors.venue.venue import SlipRow
from tournaments.services.venue.claims import Claim

Kind = ScoreReport.Kind
UNPLAYED = [(kind, Kind(kind).label) for kind in (Kind.TIME, Kind.CONCEDED, Kind.FORFEIT)]


class ReportForm(forms.Form):
    """Who says it, who won, and how many points the loser has; or how it ended without being played out."""

    side = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    winner = forms.TypedChoiceField(coerce=int, error_messages={"required": _("Say who has won.")})
    kind = forms.ChoiceField(required=False, choices=[(Kind.PLAYED, ""), *UNPLAYED])
    lost = forms.IntegerField(required=False, min_value=0, max_value=99)
    points_one = forms.IntegerField(required=False, min_value=0, max_value=99)
    points_two = forms.IntegerField(required=False, min_value=0, max_value=99)

    def __init__(self, *args: Any, row: SlipRow, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        two = [(row.entries[0], row.one), (row.entries[1], row.two)]
        self.fields["side"].choices = two  # type: ignore[attr-defined]
        self.fields["winner"].choices = two  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["kind"] = cleaned.get("kind") or Kind.PLAYED
        if cleaned["kind"] == Kind.PLAYED and cleaned.get("lost") is None:
            self.add_error("lost", _("Say how many points the loser has."))
        return cleaned

    def claim(self) -> Claim:
        """How it ended, by this form."""
        data, (one, two) = self.cleaned_data, self.row.entries
        winner = data["winner"]
        if data["kind"] == Kind.PLAYED:
            loser = two if winner == one else one
            return Claim(winner, {winner: self.row.length, loser: data["lost"]})
        points = (data.get("points_one"), data.get("points_two"))
        score = None if None in points else {one: points[0] or 0, two: points[1] or 0}
        return Claim(winner, score, data["kind"])
