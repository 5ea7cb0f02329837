"""The rules as a form: a preset, every switch with its sentence, and warnings of unusual rules.

The texts are in games/rule_texts.py; here they are only arranged.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games import rule_texts
from games.engine.errors import RulesError
from games.engine.rules import HIGHEST_CUBE, LIMITS, PRESETS, SWITCHES, Rules

NOT_OPTIONS = ("preset", "kind", "length", "games")
SHOWN_CHOICES = ("opening_roll", "resign", "dead_cube", "illegal_play", "die_on_checker")
SHOWN_NUMBERS = ("murphy_limit", "max_beavers")
CUBE_GROUP = (
    "cube", "cube_cap", "dead_cube", "crawford", "holland", "jacoby", "jacoby_auto_counts",
    "murphy_limit", "max_beavers",
)  # fmt: skip
PLAY_GROUP = ("opening_roll", "resign")
BOARD_GROUP = ("illegal_play", "die_on_checker")


class RulesForm(forms.Form):
    """Every option of a match's rules but its length, which a tournament sets round by round."""

    preset = forms.ChoiceField(label=_("Rule book"), choices=rule_texts.preset_choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in SWITCHES:
            self.fields[name] = forms.BooleanField(required=False)
        for name in SHOWN_CHOICES:
            self.fields[name] = forms.ChoiceField(choices=rule_texts.option_choices(name))
        for name in SHOWN_NUMBERS:
            low, high = LIMITS[name]
            self.fields[name] = forms.IntegerField(required=False, min_value=low, max_value=high)
        self.fields["cube_cap"] = forms.TypedChoiceField(
            required=False, coerce=int, empty_value=None, choices=_cube_choices()
        )
        for name, field in self.fields.items():
            if name != "preset":
                field.label, field.help_text = (
                    rule_texts.option_name(name),
                    rule_texts.option_help(name),
                )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                Rules.from_json(self._options(cleaned) | {"kind": "match", "length": 7})
            except RulesError as error:
                self.add_error(
                    None, forms.ValidationError(rule_texts.refusal(error.code, error.message))
                )
        return cleaned

    def options(self) -> dict[str, Any]:
        """The options that `lifecycle.create` applies over the preset."""
        return self._options(self.cleaned_data)

    @staticmethod
    def _options(cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in cleaned.items() if name != "preset"}

    def groups(self) -> list[tuple[Any, list[Any]]]:
        """The switches in the order of a game, for the page."""
        titles = (pgettext_lazy("rules", "Play"), _("Cube"), _("Over the board"))
        names = (PLAY_GROUP, CUBE_GROUP, BOARD_GROUP)
        pairs = zip(titles, names, strict=True)
        return [(title, [self[name] for name in group]) for title, group in pairs]

    def preset_text(self) -> str:
        name = self["preset"].value() or "tournament"
        return rule_texts.preset_help(name) if name in PRESETS else ""


def initial_of(preset: str, stored: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The form's initial values: a preset's rules for a match, or a tournament's stored rules."""
    rules = dict(stored) if stored else Rules.preset(preset, length=7).to_json()
    return {**rules, "preset": rules.get("preset", preset)}


def warnings_of(options: Mapping[str, Any], lengths: Sequence[int]) -> list[str]:
    """Sentences about unusual rules at any of these lengths, each once."""
    switches = {key: value for key, value in options.items() if key not in NOT_OPTIONS}
    sentences: dict[str, None] = {}
    for length in lengths if switches else ():
        rules = Rules.from_json(switches | {"kind": "match", "length": length})
        sentences |= dict.fromkeys(rule_texts.warnings(rules, length))
    return list(sentences)


def _cube_choices() -> list[tuple[Any, Any]]:
    powers = [2**n for n in range(1, HIGHEST_CUBE.bit_length())]
    return [("", _("No limit")), *((value, str(value)) for value in powers)]
