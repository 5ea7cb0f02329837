"""A clock or a rule book that differs from the tournament's: as a choice of a form, and as it is stored.

A stored value that is none of the choices (a clock with its own times, a book with other switches) is an additional
choice, so that saving a form never loses it.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import rule_texts
from games.engine.clock import CLOCK_PRESETS, CORRESPONDENCE
from games.engine.rules import PRESETS
from tournaments.bracket.selectors.agreement import rules_from
from tournaments.setup.services.lifecycle import rules_with_preset

SAME, NO_CLOCK, KEPT = "", "none", "kept"
DAYS = "days-"
"""What the choices of correspondence begin with; the days of a turn follow."""
Stored = Mapping[str, Any] | None
Choices = list[tuple[str, Any]]


def clock_field(stored: Stored) -> forms.ChoiceField:
    """The clock of a later stage."""
    choices = [(SAME, _("Same as the tournament")), *clock_choices(stored)]
    return forms.ChoiceField(label=gettext_lazy("Stage clock"), choices=choices, required=False)


def rules_field(stored: Stored) -> forms.ChoiceField:
    """The rule book of a later stage."""
    choices = [(SAME, _("Same as the tournament")), *rules_choices(stored)]
    return forms.ChoiceField(label=gettext_lazy("Stage rules"), choices=choices, required=False)


def clock_choices(stored: Stored) -> Choices:
    """No clock, the presets, and the stored clock if it is none of them."""
    choices: Choices = [
        (NO_CLOCK, _("No clock")),
        *rule_texts.clock_choices(),
        *rule_texts.correspondence_choices(),
    ]
    if stored and (days := days_of(stored)) not in (0, *rule_texts.DAYS_OFFERED):
        choices.append((f"{DAYS}{days}", rule_texts.days_a_turn(days)))
    if clock_choice(stored) == KEPT and stored:
        numbers = {
            "minutes": number_format(f"{stored['reserve_ms_per_point'] / 60_000:g}"),
            "delay": number_format(f"{stored['delay_ms'] / 1000:g}"),
        }
        text = _("Current: %(minutes)s min per point, %(delay)s s per turn") % numbers
        choices.append((KEPT, text))
    return choices


def rules_choices(stored: Stored) -> Choices:
    """The rule books, and the stored rules if they are none of them."""
    choices: Choices = [*rule_texts.preset_choices()]
    if rules_choice(stored) == KEPT and stored:
        book = rule_texts.preset_name(stored.get("preset", "tournament"))
        choices.append((KEPT, _("Current: %(book)s with changes") % {"book": book}))
    return choices


def clock_choice(stored: Stored) -> str:
    """The choice for a stored clock.

    >>> clock_choice(None), clock_choice({"kind": "none"}), clock_choice({"preset": "fast"})
    ('', 'none', 'fast')
    """
    if not stored:
        return SAME
    if stored.get("kind") == "none":
        return NO_CLOCK
    if days := days_of(stored):
        return f"{DAYS}{days}"
    preset = stored.get("preset")
    return str(preset) if preset in CLOCK_PRESETS else KEPT


def days_of(stored: Mapping[str, Any]) -> int:
    """The days of a turn of a stored correspondence clock; 0 for any other."""
    return int(stored["days"]) if stored.get("kind") == CORRESPONDENCE else 0


def rules_choice(stored: Stored) -> str:
    """The choice for stored rules: a book only if every switch is as in the book."""
    if not stored:
        return SAME
    preset = stored.get("preset")
    if preset not in PRESETS:
        return KEPT
    usual = rules_with_preset(str(preset), {})
    return str(preset) if rules_from(usual, 1) == rules_from(dict(stored), 1) else KEPT


def clock_from_choice(chosen: str, stored: Stored, kind: str, *, kind_changed: bool = False) -> Any:
    """The clock to store for a choice; None for the same. `kind_changed`: the kind was changed, also for a stored clock."""
    if chosen == SAME:
        return None
    if stored and chosen == clock_choice(stored) and not kind_changed:
        return dict(stored)
    if chosen == NO_CLOCK:
        return {"kind": "none"}
    if chosen == KEPT:
        return {**(stored or {}), "kind": kind}
    if chosen.startswith(DAYS):
        return {"kind": CORRESPONDENCE, "days": int(chosen.removeprefix(DAYS))}
    return {"preset": chosen, "kind": kind}


def rules_from_choice(chosen: str, stored: Stored) -> dict[str, Any] | None:
    """The rules to store for a choice; None for the same."""
    if chosen == SAME:
        return None
    if stored and chosen == rules_choice(stored):
        return dict(stored)
    return rules_with_preset(chosen, {})
