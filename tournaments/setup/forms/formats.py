"""The choice of a plan for a tournament, and the fields of a format's options, generated from its options."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core import format_texts
from tournaments.formats.plans import LARGEST, USUAL_FIELD, available
from tournaments.formats.protocol import Choice, Option
from tournaments.formats.registry import FORMATS

OPTION = "o_"  # prefix of option fields, so that they do not clash with other fields of the page
UNPREFIXED = frozenset(
    {"third_place"}
)  # has had this field name since before there were other formats


class ChooserForm(forms.Form):
    """The plan, and the number of players for the forecast; the number is not stored."""

    plan = forms.ChoiceField(
        choices=lambda: [(key, format_texts.plan_name(key)) for key in available()]
    )
    expected = forms.IntegerField(
        label=_("Expected players"),
        required=False,
        min_value=2,
        max_value=max(LARGEST.values()),
        help_text=_("Leave empty to use the maximum entries."),
    )


def chosen_plan(data: Mapping[str, Any] | None, otherwise: str) -> str:
    """The plan chosen on the page."""
    chosen = str(data.get("plan", "")) if data else ""
    return chosen if chosen in available() else otherwise


def expected_players(data: Mapping[str, Any], otherwise: int | None) -> int:
    """The number of players for the forecast: as typed, else the number of places."""
    for name in ("expected", "entry_limit"):
        typed = str(data.get(name, ""))
        if typed.isdecimal() and len(typed) < 6 and 2 <= int(typed) <= max(LARGEST.values()):
            return int(typed)
    return otherwise or USUAL_FIELD


def option_fields(format: str) -> dict[str, forms.Field]:
    """A field for each option of the format, by the name of the field."""
    options = FORMATS[format].options
    return {field_name(name): _field(format, name, option) for name, option in options.items()}


def options_from(format: str, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The options for `Tournament.options`: those that differ from the format's defaults."""
    changed: dict[str, Any] = {}
    for name, option in FORMATS[format].options.items():
        value = cleaned.get(field_name(name))
        if isinstance(option, Choice):
            value = next((v for v in option.values if str(v) == str(value)), option.default)
        elif value is None and not option.optional:
            value = option.default
        if value != option.default:
            changed[name] = value
    return changed


def option_values(format: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Initial values of the fields."""
    settled = FORMATS[format].settled(options)
    return {
        field_name(name): _shown(option, settled[name])
        for name, option in FORMATS[format].options.items()
    }


def field_name(option: str) -> str:
    return option if option in UNPREFIXED else f"{OPTION}{option}"


def _field(format: str, name: str, option: Option) -> forms.Field:
    texts: dict[str, Any] = {
        "label": format_texts.option_name(format, name),
        "help_text": format_texts.option_help(format, name),
    }
    if not isinstance(option, Choice):
        return forms.IntegerField(
            required=not option.optional, min_value=option.low, max_value=option.high, **texts
        )
    if set(option.values) == {False, True}:
        return forms.BooleanField(required=False, **texts)
    values = [(str(v), format_texts.value_name(format, name, v)) for v in option.values]
    return forms.ChoiceField(choices=values, **texts)


def _shown(option: Option, value: object) -> object:
    is_text = isinstance(option, Choice) and set(option.values) != {False, True}
    return str(value) if is_text else value
