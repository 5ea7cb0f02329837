"""What a friendly match is to be, as programs ask for it. The words are those of the page's form (games/forms.py)."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from accounts.serializers import KnownFields
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.engine.wording import CLOCK_TEXTS, PRESET_TEXTS
from games.forms import BOTS
from games.models.challenge import LONGEST_KEY
from games.rule_texts import LAG_CHOICES, OVERTIME_CHOICES

LONGEST = 99
USUAL = 5


class FriendlyClockIn(KnownFields):
    """A usual clock, and what it gives besides."""

    preset = serializers.ChoiceField(choices=list(CLOCK_TEXTS))
    lag_ms = serializers.ChoiceField(choices=LAG_CHOICES, default=0)
    overtime_ms = serializers.ChoiceField(choices=OVERTIME_CHOICES, default=0)


class FriendlyIn(KnownFields):
    """A friendly match. Without `player` and `bot` a seat stays free, and the answer has an invitation to it."""

    player = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text=gettext_lazy("Id of a player who can log in: he finds the match among his own"),
    )
    bot = serializers.ChoiceField(
        required=False, choices=BOTS, help_text=gettext_lazy("A bot of the site in his place")
    )
    length = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LONGEST,
        help_text=gettext_lazy("Points to win; 5 unless this or `games` is given"),
    )
    games = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LONGEST,
        help_text=gettext_lazy("A session of so many games in place of a match"),
    )
    beavers = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2,
        help_text=gettext_lazy(
            "In a session: 0 none, 1 beavers, 2 raccoons too; else as the rules say"
        ),
    )
    preset = serializers.ChoiceField(choices=list(PRESET_TEXTS), default="tournament")
    clock = FriendlyClockIn(required=False, allow_null=True)
    key = serializers.CharField(
        required=False,
        max_length=LONGEST_KEY,
        help_text=gettext_lazy(
            "Your own name for this challenge: sent again within a day it makes no second match"
        ),
    )

    def validate(self, told: dict[str, Any]) -> dict[str, Any]:
        for one, another in (("player", "bot"), ("length", "games"), ("length", "beavers")):
            if one in told and another in told:
                raise serializers.ValidationError(
                    _("Either %(one)s or %(other)s.") % {"one": one, "other": another}
                )
        if "beavers" in told and "games" not in told:
            raise serializers.ValidationError(
                {"beavers": [_("Beavers belong to sessions: give games.")]}
            )
        return told


def rules_of(told: dict[str, Any]) -> Rules:
    """The rules of a match or a session; beavers only where there is a cube."""
    if "games" not in told:
        return Rules.preset(told["preset"], told.get("length", USUAL))
    rules = Rules.preset(told["preset"], games=told["games"])
    if "beavers" not in told or not rules.cube:
        return rules
    return replace(rules, max_beavers=told["beavers"])


def clock_of(told: dict[str, Any], rules: Rules) -> ClockSettings | None:
    asked = told.get("clock")
    if asked is None:
        return None
    clock = ClockSettings.preset(asked["preset"], rules.length or rules.games or 1)
    return replace(clock, lag_ms=asked["lag_ms"], overtime_ms=asked["overtime_ms"])
