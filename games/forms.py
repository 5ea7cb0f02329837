"""The form of a friendly match: against whom, to how many points, by which rules, with which clock."""

import re
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import BotKind, Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.rule_texts import clock_choices, lag_choices, overtime_choices, preset_choices

LENGTHS = (1, 3, 5, 7, 9, 11, 15)
OPPONENTS = [("player", _("A player")), ("link", _("By a link")), ("bot", _("A bot"))]
MATCH, SESSION = "match", "session"
PLAY = [(MATCH, _("A match to so many points")), (SESSION, _("So many games"))]
GAMES = (1, 3, 5, 7, 9, 15)
BEAVERS = [
    ("", _("As the rules say")),
    (0, _("none")),
    (1, _("beavers")),
    (2, _("beavers and raccoons")),
]
BOTS = [
    (BotKind.STEADY.value, _("Plays sensibly")),
    (BotKind.RANDOM.value, _("Plays any legal play")),
]


class FriendlyForm(forms.Form):
    """Checks what was chosen; games.services.friendly makes the match."""

    opponent = forms.ChoiceField(
        label=_("Against"), choices=OPPONENTS, widget=forms.RadioSelect, initial="player"
    )
    player = forms.CharField(
        label=_("Name of the player"),
        required=False,
        max_length=100,
        help_text=_("Type a few letters and choose from the list."),
        widget=forms.TextInput(
            attrs={
                "list": "player-names",
                "autocomplete": "off",
                "hx-get": "players/",
                "hx-trigger": "input changed delay:150ms",
                "hx-target": "#player-names",
            }
        ),
    )
    bot = forms.ChoiceField(
        label=_("Bot"),
        choices=BOTS,
        widget=forms.RadioSelect,
        required=False,
        initial=BotKind.STEADY.value,
    )
    play = forms.ChoiceField(
        label=_("Play"), choices=PLAY, widget=forms.RadioSelect, required=False, initial=MATCH
    )
    length = forms.TypedChoiceField(
        label=_("Match to"),
        coerce=int,
        choices=[(n, str(n)) for n in LENGTHS],
        widget=forms.RadioSelect,
        initial=5,
    )
    games = forms.TypedChoiceField(
        label=_("Number of games"),
        coerce=int,
        choices=[(n, str(n)) for n in GAMES],
        widget=forms.RadioSelect,
        required=False,
        empty_value=None,
        initial=3,
        help_text=_("The points of all games are added up."),
    )
    beavers = forms.TypedChoiceField(
        label=_("Beavers"),
        coerce=int,
        choices=BEAVERS,
        required=False,
        empty_value=None,
        help_text=_("A beaver doubles again at once and keeps the cube; a raccoon answers it."),
    )
    preset = forms.ChoiceField(label=_("Rules"), initial="tournament")
    clock = forms.ChoiceField(label=_("Clock"), initial="none")
    clock_overtime = forms.TypedChoiceField(
        label=_("When the time runs out"), coerce=int, required=False, empty_value=None, initial=0
    )
    clock_lag = forms.TypedChoiceField(
        label=_("Time on the line"),
        coerce=int,
        required=False,
        empty_value=None,
        initial=0,
        help_text=_("What a slow connection takes off a player's clock."),
    )

    def __init__(self, *args: Any, me: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me
        self.fields["preset"].choices = preset_choices()  # type: ignore[attr-defined]
        self.fields["clock"].choices = [("none", _("No clock")), *clock_choices()]  # type: ignore[attr-defined]
        self.fields["clock_lag"].choices = lag_choices()  # type: ignore[attr-defined]
        self.fields["clock_overtime"].choices = overtime_choices()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("opponent") == "player":
            try:
                cleaned["challenged"] = self._named(cleaned.get("player", ""))
            except forms.ValidationError as error:
                self.add_error("player", error)
        if cleaned.get("opponent") == "bot" and not cleaned.get("bot"):
            self.add_error("bot", _("Choose a bot."))
        return cleaned

    def _named(self, text: str) -> Player:
        """The player by his name, or by the number behind it when several bear the name."""
        text = " ".join(text.split())
        if not text:
            raise forms.ValidationError(_("Whom do you want to play? Give a name."))
        number = re.search(r"#(\d+)$", text)
        people = challengeable(self.me)
        found = list(
            people.filter(pk=number.group(1)) if number else people.filter(name__iexact=text)[:2]
        )
        if not found:
            raise forms.ValidationError(_("There is no player of that name with a login."))
        if len(found) > 1:
            raise forms.ValidationError(
                _("Several players have that name. Choose one from the list.")
            )
        return found[0]

    def rules(self) -> Rules:
        """A match to so many points, or a session of so many games with the book's own options for it."""
        chosen = self.cleaned_data
        if chosen["play"] != SESSION:
            return Rules.preset(chosen["preset"], chosen["length"])
        rules = Rules.preset(chosen["preset"], games=chosen["games"] or 3)
        if chosen["beavers"] is None or not rules.cube:
            return rules
        return replace(rules, max_beavers=chosen["beavers"])

    def clock_settings(self) -> ClockSettings | None:
        name = self.cleaned_data["clock"]
        if name == "none":
            return None
        rules = self.rules()
        clock = ClockSettings.preset(name, rules.length or rules.games or 1)
        chosen = self.cleaned_data
        lag_ms, overtime_ms = chosen["clock_lag"] or 0, chosen["clock_overtime"] or 0
        return replace(clock, lag_ms=lag_ms, overtime_ms=overtime_ms)


def challengeable(me: Player) -> Any:
    """People who can log in and sit down, me excepted."""
    active = Player.objects.filter(bot_kind="", user__is_active=True, user__suspended_at=None)
    return active.exclude(pk=me.pk).order_by("name", "id")
