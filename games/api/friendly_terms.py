"""What a friendly match is to be, as programs ask for it. The words are those of the page's form (games/forms.py)."""

from dataclasses import replace
from typing import Any

from rest_framework import serializers

from accounts.serializers import KnownFields
from games.engine.clock import MOST_DAYS, ClockSettings
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
    """A usual clock and what it gives besides, or the days of a turn in correspondence."""

    preset = serializers.ChoiceField(choices=list(CLOCK_TEXTS), required=False)
    days = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=(
            "Correspondence instead of a preset: the days of each turn. Such a match starts as soon as "
            "it is accepted. Not against a bot"
        ),
    )
    lag_ms = serializers.ChoiceField(choices=LAG_CHOICES, default=0)
    overtime_ms = serializers.ChoiceField(choices=OVERTIME_CHOICES, default=0)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if ("preset" in data) == ("days" in data):
            raise serializers.ValidationError("Give either preset or days.")
        if "days" in data and (data["lag_ms"] or data["overtime_ms"]):
            raise serializers.ValidationError("Correspondence has no lag_ms and no overtime_ms.")
        return data


class FriendlyIn(KnownFields):
    """A friendly match. Without `player` and `bot` a seat stays free, and the answer has an invitation to it."""

    player = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text="Id of a player with an account",
    )
    bot = serializers.ChoiceField(
        required=False, choices=BOTS, help_text="A bot of this site instead of a player"
    )
    length = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LONGEST,
        help_text="Points to win; 5 unless this or `games` is given",
    )
    games = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LONGEST,
        help_text="A session with this number of games instead of a match",
    )
    open_ended = serializers.BooleanField(
        default=False,
        help_text="A session that lasts until a player ends it",
    )
    crawford = serializers.BooleanField(required=False, help_text="In a match")
    holland = serializers.BooleanField(
        required=False, help_text="In a match with the Crawford rule"
    )
    jacoby = serializers.BooleanField(required=False, help_text="In a session")
    beavers = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2,
        help_text="In a session: 0 none, 1 beavers, 2 beavers and raccoons",
    )
    murphy_limit = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LIMITS["murphy_limit"][1],
        help_text="In a session: automatic doubles per game",
    )
    cube_cap = serializers.IntegerField(
        required=False,
        allow_null=True,
        help_text="The highest cube, a power of two",
    )
    preset = serializers.ChoiceField(choices=list(PRESET_TEXTS), default="tournament")
    clock = FriendlyClockIn(required=False, allow_null=True)
    rated = serializers.BooleanField(
        required=False,
        help_text=(
            "Should the result change ratings? Yes unless this is false; never in a session, against a bot or a guest"
        ),
    )
    key = serializers.CharField(
        required=False,
        max_length=LONGEST_KEY,
        help_text=(
            "Your own key for this challenge: the same key within a day does not "
            "create a second match"
        ),
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        _only_one_of(data, "player", "bot")
        _only_one_of(data, "length", "games", "open_ended")
        if data.get("bot") and "days" in (data.get("clock") or {}):
            raise serializers.ValidationError({"clock": ["Bots do not play by correspondence."]})
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
        raise serializers.ValidationError(f"Give either {given[0]} or {given[1]}, not both.")


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
    if "days" in asked:
        return ClockSettings.correspondence(asked["days"])
    clock = ClockSettings.preset(asked["preset"], rules.clock_points)
    return replace(clock, lag_ms=asked["lag_ms"], overtime_ms=asked["overtime_ms"])
