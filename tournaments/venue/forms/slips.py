"""Forms about a match over the board."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ScoreReport
from tournaments.venue.selectors.venue import SlipRow
from tournaments.venue.services.claims import Claim, session_claim

Kind = ScoreReport.Kind
UNPLAYED = [(kind, Kind(kind).label) for kind in (Kind.TIME, Kind.CONCEDED, Kind.FORFEIT)]


class ReportForm(forms.Form):
    """Who reports, who won, and how many points the loser has; or how the match ended without being played out."""

    side = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    winner = forms.TypedChoiceField(
        coerce=int, empty_value=None, error_messages={"required": _("Choose the winner.")}
    )
    kind = forms.ChoiceField(required=False, choices=[(Kind.PLAYED, ""), *UNPLAYED])
    lost = forms.IntegerField(required=False, min_value=0, max_value=99)
    points_one = forms.IntegerField(required=False, min_value=0, max_value=999)
    points_two = forms.IntegerField(required=False, min_value=0, max_value=999)

    def __init__(self, *args: Any, row: SlipRow, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        two = [(row.entries[0], row.name_a), (row.entries[1], row.name_b)]
        self.fields["side"].choices = two  # type: ignore[attr-defined]
        self.fields["winner"].choices = two  # type: ignore[attr-defined]
        self.fields["winner"].required = not row.is_session

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["kind"] = cleaned.get("kind") or Kind.PLAYED
        if self.row.is_session:
            self._check_session(cleaned)
            return cleaned
        if cleaned["kind"] == Kind.PLAYED and cleaned.get("lost") is None:
            self.add_error("lost", _("Enter the loser’s points."))
        return cleaned

    def _check_session(self, cleaned: dict[str, Any]) -> None:
        """In a session the points of both sides decide; a forfeit has a winner and no points."""
        forfeit = cleaned["kind"] == Kind.FORFEIT
        if forfeit and not cleaned.get("winner"):
            self.add_error("winner", _("Choose the winner."))
        if not forfeit and None in (cleaned.get("points_one"), cleaned.get("points_two")):
            self.add_error("points_one", _("Enter the points of both players."))

    def claim(self) -> Claim:
        """The claim that the form makes."""
        data, (first, second) = self.cleaned_data, self.row.entries
        winner = data["winner"]
        if self.row.is_session and data["kind"] != Kind.FORFEIT:
            return session_claim(
                {first: data["points_one"], second: data["points_two"]}, data["kind"]
            )
        if data["kind"] == Kind.PLAYED:
            loser = second if winner == first else first
            return Claim(winner, {winner: self.row.length, loser: data["lost"]})
        points = (data.get("points_one"), data.get("points_two"))
        score = None if None in points else {first: points[0] or 0, second: points[1] or 0}
        return Claim(winner, score, data["kind"])
