"""The settings of a ladder, a result, a place."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rule_texts import preset_choices
from ladders.models import LONGEST_NAME, Consequence, Ladder, LadderChallenge, LadderResult
from ladders.selectors.ladders import settings_version
from ladders.services.checks import LIMITS, LONGEST_ABOUT
from ladders.services.ladders import FIELDS
from ladders.texts import clock_names

DAYS = _("In days")


def _number(name: str, label: Any, help_text: Any, initial: int) -> forms.IntegerField:
    least, most = LIMITS[name]
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=least, max_value=most, initial=initial
    )


class LadderForm(forms.Form):
    """Everything can be changed later; deadlines that run already stay. `version` is that of the settings shown."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), min_length=3, max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("About the ladder"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    length = _number("length", _("Match length"), _("In points"), 7)
    preset = forms.ChoiceField(label=_("Rules"), initial="tournament")
    clock = forms.ChoiceField(
        label=_("Clock of online matches"),
        initial="none",
        help_text=_("Players may also meet over the board and report the result."),
    )
    reach = _number("reach", _("Challenge up to"), _("Places above one’s own"), 3)
    answer_days = _number("answer_days", _("Time to answer"), DAYS, 3)
    unanswered = forms.ChoiceField(
        label=_("Without an answer, or declined"),
        choices=Consequence.choices,
        initial=Consequence.PLACE,
        widget=forms.RadioSelect,
    )
    play_days = _number("play_days", _("Time to play"), DAYS, 14)
    unplayed = forms.ChoiceField(
        label=_("Not played in time"),
        choices=Consequence.choices,
        initial=Consequence.NOTHING,
        widget=forms.RadioSelect,
    )
    rematch_days = _number(
        "rematch_days",
        _("Wait before a rematch"),
        _("In days. 0 lets the same players meet at once."),
        7,
    )
    idle_days = _number(
        "idle_days",
        _("Drop inactive players after"),
        _(
            "In days without a match. They change places with the next player below who has not "
            "dropped since their last match. 0 for never."
        ),
        0,
    )

    def __init__(self, data: Any, ladder: Ladder | None = None) -> None:
        initial: dict[str, Any] = {}
        if ladder is not None:
            initial = {name: getattr(ladder, name) for name in FIELDS}
            initial["version"] = settings_version(ladder)
        super().__init__(data, initial=initial)
        self.fields["preset"].choices = preset_choices()  # type: ignore[attr-defined]
        self.fields["clock"].choices = clock_names()  # type: ignore[attr-defined]

    def facts(self) -> dict[str, Any]:
        """The settings of a valid form."""
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}

    def renew_version(self, ladder: Ladder) -> None:
        """The next save replaces what somebody else has changed meanwhile."""
        typed = {name: self.data.get(name, "") for name in self.fields}
        self.data = typed | {"version": settings_version(ladder)}


class LadderResultForm(forms.Form):
    """Who won, and how many points the loser has. Officers give a reason."""

    winner = forms.TypedChoiceField(label=_("Winner"), coerce=int, choices=[])
    loser_points = forms.IntegerField(label=_("Loser’s points"), min_value=0)
    reason = forms.CharField(
        label=_("Reason"), max_length=200, min_length=3, help_text=_("The log shows it.")
    )

    def __init__(self, data: Any, challenge: LadderChallenge, *, by_officer: bool = False) -> None:
        initial = {"winner": challenge.winner_id, "loser_points": challenge.loser_points}
        super().__init__(data, initial=initial, auto_id=f"id_{challenge.pk}_%s")
        people = (challenge.challenger, challenge.challenged)
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose the winner")),
            *((player.pk, player.name) for player in people),
        ]
        points = self.fields["loser_points"]
        points.widget.attrs["max"] = challenge.length - 1
        if not by_officer:
            del self.fields["reason"]

    def result(self) -> LadderResult:
        """Of a valid form. Points beyond the length are for the service to refuse."""
        return LadderResult(self.cleaned_data["winner"], self.cleaned_data["loser_points"])


class LadderPlaceForm(forms.Form):
    """An officer moves a player."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int, choices=[])
    place = forms.IntegerField(label=pgettext_lazy("rank", "Place"), min_value=1)
    reason = forms.CharField(
        label=_("Reason"), max_length=200, min_length=3, help_text=_("The log shows it.")
    )

    def __init__(self, data: Any, players: list[tuple[int, str]]) -> None:
        super().__init__(data, prefix="move")
        self.fields["player"].choices = [("", _("Choose a player")), *players]  # type: ignore[attr-defined]
        self.fields["place"].widget.attrs["max"] = max(len(players), 1)
