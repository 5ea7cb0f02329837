"""The rule options of a friendly match as form fields: left at "Default", the preset decides."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.rules import Rules

DEFAULT = ("", pgettext_lazy("rule option", "Default"))
NO_LIMIT = "none"
MOST_MURPHY = 3
HIGHEST_LIMIT = 1024
SWITCH = [
    DEFAULT,
    ("on", pgettext_lazy("rule option", "On")),
    ("off", pgettext_lazy("rule option", "Off")),
]
BEAVERS = [
    DEFAULT,
    ("0", pgettext_lazy("rule option", "Off")),
    ("1", _("Beavers")),
    ("2", _("Beavers and raccoons")),
]


def murphy_choices() -> list[tuple[str, Any]]:
    """Made for each form: a text with a number in it is translated when it is put together."""
    numbers = range(1, MOST_MURPHY + 1)
    return [
        DEFAULT,
        ("0", pgettext_lazy("rule option", "Off")),
        *((str(n), _("At most %(n)s a game") % {"n": n}) for n in numbers),
        (NO_LIMIT, _("No limit")),
    ]


CUBE_LIMITS = [
    DEFAULT,
    *((str(2**n), str(2**n)) for n in range(1, HIGHEST_LIMIT.bit_length())),
    (NO_LIMIT, _("No limit")),
]

# Field of the form: option of the engine's rules, in the order of the page.
OPTION_OF = {
    "crawford": "crawford",
    "holland": "holland",
    "jacoby": "jacoby",
    "beavers": "max_beavers",
    "murphy": "murphy_limit",
    "cube_cap": "cube_cap",
}
IN_MATCHES = ("crawford", "holland", "cube_cap")
IN_SESSIONS = ("jacoby", "beavers", "murphy", "cube_cap")


class RuleOptionsForm(forms.Form):
    """The options that two players may change in a preset. The page hides those that do not apply."""

    crawford = forms.ChoiceField(
        label=_("Crawford rule"),
        choices=SWITCH,
        required=False,
        help_text=_("One game without the cube when a player first needs 1 point."),
    )
    holland = forms.ChoiceField(
        label=_("Holland rule"),
        choices=SWITCH,
        required=False,
        help_text=_("After the Crawford game, no double until both players have rolled twice."),
    )
    jacoby = forms.ChoiceField(
        label=_("Jacoby rule"),
        choices=SWITCH,
        required=False,
        help_text=_("Gammons and backgammons count only after a double is taken."),
    )
    beavers = forms.ChoiceField(
        label=_("Beavers"),
        choices=BEAVERS,
        required=False,
        help_text=_(
            "Doubled to 2, a player may beaver to 4 and keep the cube. A raccoon makes it 8."
        ),
    )
    murphy = forms.ChoiceField(
        label=_("Automatic doubles (Murphy)"),
        choices=murphy_choices,
        required=False,
        help_text=_("Equal numbers on the opening roll double the stake."),
    )
    cube_cap = forms.ChoiceField(label=_("Cube limit"), choices=CUBE_LIMITS, required=False)

    def changes(self, cleaned: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
        """What was chosen of the options that apply: the page does not show the others."""
        if not rules.cube_possible:
            return {}
        shown = IN_MATCHES if rules.kind == "match" else IN_SESSIONS
        return {OPTION_OF[name]: _value(name, cleaned[name]) for name in shown if cleaned.get(name)}


def _value(name: str, chosen: str) -> bool | int | None:
    if name in ("crawford", "holland", "jacoby"):
        return chosen == "on"
    return None if chosen == NO_LIMIT else int(chosen)
