"""The form of a friendly match: against whom, to how many points, by which rules, with which clock."""

import re
from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import NOT_HOUSE_BOTS, BotKind, Player
from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.engine.friendly_rules import clock_chosen, rules_chosen
from games.engine.rules import PRESETS, Rules
from games.rule_options_form import RuleOptionsForm
from games.rule_texts import (
    clock_choices,
    correspondence_choices,
    lag_choices,
    overtime_choices,
    preset_choices,
    preset_help,
    refusal,
    rule_card,
)
from games.selectors.rated import may_be_rated
from games.selectors.rated_limit import is_at_limit, limit_sentence
from games.services.bots import offered_kinds
from games.services.challenge_privacy import challenge_refusal

LENGTHS = (1, 3, 5, 7, 9, 11, 15)
OPPONENTS = [("player", _("A player")), ("link", _("Anyone with a link")), ("bot", _("A bot"))]
MATCH, SESSION, OPEN = "match", "session", "open"
PLAY = [
    (MATCH, _("Match to a number of points")),
    (SESSION, _("Fixed number of games")),
    (OPEN, _("Open-ended session")),
]
GAMES = (1, 3, 5, 7, 9, 15)
USUAL_LENGTH, USUAL_GAMES = 5, 3
BOTS = [
    (kind.value, kind.label)
    for kind in (
        BotKind.STEADY,
        BotKind.RANDOM,
        BotKind.CLUB,
        BotKind.EXPERT,
        BotKind.WORLD_CLASS,
    )
]


class FriendlyForm(RuleOptionsForm):
    """Checks what was chosen; games.services.friendly makes the match."""

    opponent = forms.ChoiceField(
        label=_("Opponent"), choices=OPPONENTS, widget=forms.RadioSelect, initial="player"
    )
    player = forms.CharField(
        label=_("Player name"),
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
        label=_("Match type"), choices=PLAY, widget=forms.RadioSelect, required=False, initial=MATCH
    )
    length = forms.TypedChoiceField(
        label=_("Match length"),
        coerce=int,
        choices=[(n, str(n)) for n in LENGTHS],
        widget=forms.RadioSelect,
        initial=USUAL_LENGTH,
    )
    games = forms.TypedChoiceField(
        label=_("Number of games"),
        coerce=int,
        choices=[(n, str(n)) for n in GAMES],
        widget=forms.RadioSelect,
        required=False,
        empty_value=None,
        initial=USUAL_GAMES,
        help_text=_("The points of all games are added up. Equal points are a tie."),
    )
    preset = forms.ChoiceField(label=_("Rules"), initial="tournament")
    clock = forms.ChoiceField(label=_("Clock"), initial="none")
    rated = forms.BooleanField(
        label=_("Rated match"),
        required=False,
        initial=True,
        help_text=_(
            "The result changes both ratings. Only matches to a number of points are rated."
        ),
    )
    clock_overtime = forms.TypedChoiceField(
        label=_("Overtime"), coerce=int, required=False, empty_value=None, initial=0
    )
    clock_lag = forms.TypedChoiceField(
        label=_("Lag compensation"),
        coerce=int,
        required=False,
        empty_value=None,
        initial=0,
        help_text=_("Gives back time lost to a slow connection."),
    )

    def __init__(self, *args: Any, me: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me
        offered = offered_kinds()
        self.fields["bot"].choices = [row for row in BOTS if row[0] in offered]  # type: ignore[attr-defined]
        self.fields["preset"].choices = preset_choices()  # type: ignore[attr-defined]
        self.fields["clock"].choices = [  # type: ignore[attr-defined]
            ("none", _("No clock")),
            *clock_choices(),
            *correspondence_choices(),
        ]
        self.fields["clock_lag"].choices = lag_choices()  # type: ignore[attr-defined]
        self.fields["clock_overtime"].choices = overtime_choices()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("opponent") == "player":
            try:
                cleaned["challenged"] = self._named(cleaned.get("player", ""))
            except forms.ValidationError as error:
                self.add_error("player", error)
        self._check_rules(cleaned)
        if cleaned.get("opponent") == "bot" and not cleaned.get("bot"):
            self.add_error("bot", _("Choose a bot."))
        if cleaned.get("opponent") == "bot" and cleaned.get("clock", "").startswith("days-"):
            self.add_error("clock", _("Bots do not play by correspondence. Choose another clock."))
        return cleaned

    def _named(self, text: str) -> Player:
        """The player by name, or by the number behind it when several have the name."""
        text = " ".join(text.split())
        if not text:
            raise forms.ValidationError(_("Enter your opponent’s name."))
        number = re.search(r"#(\d+)$", text)
        people = challengeable(self.me)
        players = list(
            people.filter(pk=number.group(1)) if number else people.filter(name__iexact=text)[:2]
        )
        if not players:
            raise forms.ValidationError(
                _("No player with an account has this name. Check the spelling or use a link.")
            )
        if len(players) > 1:
            raise forms.ValidationError(
                _("Several players have that name. Choose one from the list.")
            )
        if (refused := challenge_refusal(self.me, players[0])) is not None:
            raise forms.ValidationError(refused.detail, code=refused.code)
        return players[0]

    def _check_rules(self, cleaned: dict[str, Any]) -> None:
        """Options that do not fit together are refused in the engine's words."""
        if "preset" not in cleaned or "length" not in cleaned:
            return
        try:
            self._rules(cleaned)
        except RulesError as error:
            self.add_error(None, refusal(error.code, error.message))

    def rules(self) -> Rules:
        """A match, a session of so many games or an open-ended one, with the options that were changed."""
        return self._rules(self.cleaned_data)

    def _rules(self, chosen: dict[str, Any]) -> Rules:
        play, preset = chosen.get("play"), chosen["preset"]
        how_long: dict[str, Any] = {"length": chosen["length"]}
        if play == SESSION:
            how_long = {"games": chosen.get("games") or USUAL_GAMES}
        elif play == OPEN:
            how_long = {"open_ended": True}
        changes = self.changes(chosen, rules_chosen(preset, {}, **how_long))
        return rules_chosen(preset, changes, **how_long)

    def clock_settings(self) -> ClockSettings | None:
        clock = clock_chosen(self.cleaned_data["clock"], self.rules().clock_points)
        if clock is None or clock.days:
            return clock
        chosen = self.cleaned_data
        lag_ms, overtime_ms = chosen["clock_lag"] or 0, chosen["clock_overtime"] or 0
        return replace(clock, lag_ms=lag_ms, overtime_ms=overtime_ms)

    def in_words(self) -> dict[str, Any]:
        """The rules as chosen so far, before the match exists: what is special about the preset, and the rule card."""
        shown = {name: self[name].value() for name in self.fields}
        seen = FriendlyForm(shown | {"opponent": "link"}, me=self.me)
        if not seen.is_valid():
            return {"errors": [error for errors in seen.errors.values() for error in errors]}
        preset = seen.cleaned_data["preset"]
        card = [*self._limit_reached(seen), *rule_card(seen.rules(), seen.clock_settings())]
        return {"preset": preset_help(preset) if preset in PRESETS else "", "card": card}

    def _limit_reached(self, seen: "FriendlyForm") -> list[str]:
        """The sentence for a match that would be casual, because these two had their rated ones today."""
        if self["opponent"].value() != "player" or not self["player"].value():
            return []
        if not seen.cleaned_data["rated"] or not may_be_rated(seen.rules(), ()):
            return []
        try:
            opponent = self._named(self["player"].value())
        except forms.ValidationError:
            return []
        if not is_at_limit(self.me, opponent, timezone.now()):
            return []
        return [limit_sentence(settings.RATED_PER_OPPONENT_A_DAY)]

    def to_remember(self) -> dict[str, Any]:
        """What the form begins with next time: everything but whom it was against."""
        chosen = {
            name: self.data[name]
            for name in self.fields
            if self.data.get(name) and name != "player"
        }
        return chosen | {"rated": bool(self.cleaned_data["rated"])}


def challengeable(me: Player) -> Any:
    """People and bots with an account who can log in and sit down, me excepted."""
    active = Player.objects.filter(
        bot_kind__in=NOT_HOUSE_BOTS,
        user__is_active=True,
        user__suspended_at=None,
        user__guest_seen_at=None,
    )
    return active.exclude(pk=me.pk).select_related("user").order_by("name", "id")
