"""What a friendly match is to be, as programs ask for it. The words are those of the page's form (games/forms.py)."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from accounts.serializers import KnownFields
from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.engine.friendly_rules import require_option, rules_chosen
from games.engine.rules import LIMITS, Rules
from games.engine.wording import CLOCK_TEXTS, PRESET_TEXTS
from games.forms import BOTS
from games.models.challenge import LONGEST_KEY
from games.rule_texts import LAG_CHOICES, OVERTIME_CHOICES, refusal

LONGEST = 99
USUAL = 5
OPTION_OF = {
    "crawford": "crawford",
    "holland": "holland",
    "jacoby": "jacoby",
    "beavers": "max_beavers",
    "murphy_limit": "murphy_limit",
    "cube_cap": "cube_cap",
}


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
    open_ended = serializers.BooleanField(
        default=False,
        help_text=gettext_lazy("A session that goes on until a player ends it"),
    )
    crawford = serializers.BooleanField(
        required=False, help_text=gettext_lazy("In a match; left out: as the preset says")
    )
    holland = serializers.BooleanField(
        required=False, help_text=gettext_lazy("In a match with the Crawford rule")
    )
    jacoby = serializers.BooleanField(
        required=False, help_text=gettext_lazy("In a session; left out: as the preset says")
    )
    beavers = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2,
        help_text=gettext_lazy(
            "In a session: 0 none, 1 beavers, 2 raccoons too; left out: as the preset says"
        ),
    )
    murphy_limit = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LIMITS["murphy_limit"][1],
        help_text=gettext_lazy("In a session: automatic doubles a game, 0 none, null no limit"),
    )
    cube_cap = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text=gettext_lazy("The highest cube, a power of two; null no limit"),
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

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        _only_one_of(data, "player", "bot")
        _only_one_of(data, "length", "games", "open_ended")
        plain = _without_changes(data)
        for name, option in OPTION_OF.items():
            if name in data:
                _check_option(plain, name, option, data[name])
        try:
            rules_of(data)
        except RulesError as error:
            raise serializers.ValidationError(refusal(error.code, error.message)) from None
        return data


def _only_one_of(data: dict[str, Any], *names: str) -> None:
    given = [name for name in names if data.get(name)]
    if len(given) > 1:
        raise serializers.ValidationError(
            _("Either %(one)s or %(other)s.") % {"one": given[0], "other": given[1]}
        )


def _check_option(plain: Rules, name: str, option: str, value: Any) -> None:
    try:
        require_option(plain, option, value)
    except RulesError as error:
        raise serializers.ValidationError({name: [refusal(error.code, error.message)]}) from None


def _without_changes(data: dict[str, Any]) -> Rules:
    return rules_of({name: value for name, value in data.items() if name not in OPTION_OF})


def rules_of(data: dict[str, Any]) -> Rules:
    """The rules of a match, a session of so many games or an open-ended one, with the options that were sent."""
    changes = {option: data[name] for name, option in OPTION_OF.items() if name in data}
    if data["open_ended"]:
        return rules_chosen(data["preset"], changes, open_ended=True)
    if "games" in data:
        return rules_chosen(data["preset"], changes, games=data["games"])
    return rules_chosen(data["preset"], changes, length=data.get("length", USUAL))


def clock_of(data: dict[str, Any], rules: Rules) -> ClockSettings | None:
    asked = data.get("clock")
    if asked is None:
        return None
    clock = ClockSettings.preset(asked["preset"], rules.clock_points)
    return replace(clock, lag_ms=asked["lag_ms"], overtime_ms=asked["overtime_ms"])
