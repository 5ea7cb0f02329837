"""The form of one stage: its format's options, its match lengths, and who advances to it.

The fields depend on the format, so the form is shown again when another format is chosen.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core import format_texts
from tournaments.formats.plans import FINALS, OWN, PLANS, SECTIONS, TAKES, most_entries
from tournaments.formats.registry import FORMATS
from tournaments.setup.forms.formats import option_fields, option_values, options_from
from tournaments.setup.forms.lengths import (
    EARLIER,
    length_fields,
    length_values,
    lengths_from,
    typed_length,
)
from tournaments.setup.forms.other_terms import (
    clock_choice,
    clock_field,
    clock_from_choice,
    rules_choice,
    rules_field,
    rules_from_choice,
)

MOST_STAGES = 5  # as stage_checks.py has it
DRAWS = (
    ("standing", _("In order of the standings")),
    ("seeded", _("Seeded, the rest drawn at random")),
    ("random", _("Random draw")),
)


class StageForm(forms.Form):
    """One stage. `number` counts from 1; the first has no prefix. `own`: its format is chosen here as well.

    `initial["stored"]` is the stored stage, for values that no field can show.
    """

    was = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any, *, number: int, format: str, own: bool, initial: dict[str, Any]
    ) -> None:
        super().__init__(data, prefix=prefix_of(number), initial=initial)
        self.number, self.format = number, format
        self.is_free = own
        self.stored: Mapping[str, Any] = initial.get("stored") or {}
        if own:
            self.fields["format"] = _format_field(number)
        if format and number > 1:
            self.fields |= _taking() | {
                "clock": clock_field(self.stored.get("clock")),
                "rules": rules_field(self.stored.get("rules")),
            }
        if format:
            self.fields |= option_fields(format) | length_fields(format, self._lengths())
        self.initial.setdefault("was", format)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        needs_number = TAKES.get(cleaned.get("take_cut", ""))
        if needs_number and not cleaned.get("take_n") and "take_n" not in self.errors:
            self.add_error("take_n", _("Enter a number."))
        return cleaned

    def options_shown(self) -> list[Any]:
        """The fields of the format's options, for the page."""
        return [self[name] for name in option_fields(self.format)] if self.format else []

    def lengths_shown(self) -> list[Any]:
        return [self[name] for name in length_fields(self.format)] if self.format else []

    def terms_shown(self) -> list[Any]:
        """Clock and rules of a later stage; those of the first are the tournament's."""
        return [self[name] for name in ("clock", "rules") if name in self.fields]

    def taking_shown(self) -> list[Any]:
        return [self[name] for name in _taking() if name in self.fields]

    @property
    def has_option_errors(self) -> bool:
        """Is anything wrong but the lengths?"""
        fields = (*self.taking_shown(), *self.options_shown())
        return self.is_bound and any(field.errors for field in fields)

    @property
    def name(self) -> str:
        return format_texts.format_name(self.format) if self.format else ""

    @property
    def format_field(self) -> Any:
        return self["format"]

    def stage_settings(self) -> dict[str, Any]:
        """Format, options, lengths and so on; initial values in place of invalid ones."""
        data = self._values()
        settings: dict[str, Any] = {
            "format": self.format,
            "options": options_from(self.format, data),
            "lengths": lengths_from(self.format, data, self._lengths()),
        }
        if self.number > 1:
            settings |= {"draw_method": data["draw_method"], "take": _take(data)}
            settings |= {"seeded_top": data["seeded_top"]} if data.get("seeded_top") else {}
        return settings

    def other_terms(self, kind: str, *, kind_changed: bool) -> dict[str, Any]:
        """The clock and the rules of a later stage that has its own; `kind` is the tournament's kind of clock."""
        clock, rules = self.stored.get("clock"), self.stored.get("rules")
        if "clock" in self.fields and self.add_prefix("clock") in self.data:
            clock = clock_from_choice(
                self.cleaned_data["clock"], clock, kind, kind_changed=kind_changed
            )
        if "rules" in self.fields and self.add_prefix("rules") in self.data:
            rules = rules_from_choice(self.cleaned_data["rules"], rules)
        return {name: term for name, term in (("clock", clock), ("rules", rules)) if term}

    def special(self) -> list[dict[str, Any]]:
        """The lengths of sections that have their own, as in `Tournament.special_terms`."""
        data = self._values()
        return [
            {"stage": self.number, "section": section, "length": data[f"to_{section}"]}
            for section in SECTIONS.get(self.format, ())
            if data.get(f"to_{section}")
        ]

    def _lengths(self) -> list[int]:
        return self.stored.get("lengths") or []

    def _values(self) -> dict[str, Any]:
        typed = self.cleaned_data if self.is_bound and self.is_valid() else {}
        return {**self.initial, **typed}


def stage_forms(
    plan: str,
    data: Mapping[str, Any] | None,
    stored: Sequence[Mapping[str, Any]],
    special: Sequence[Mapping[str, Any]],
) -> list[StageForm]:
    """A form for each stage of this plan; the last one of a custom plan may have no format yet.

    A stage whose format was changed starts from initial values, with its lengths kept.
    """
    own = plan == OWN
    wanted = [*stored][:MOST_STAGES] if stored else default_stages(plan)
    forms_: list[StageForm] = []
    for number in range(1, (MOST_STAGES if own else len(PLANS[plan].formats)) + 1):
        first = wanted[number - 1] if number <= len(wanted) else {"format": ""}
        format_ = _format_in(data, number, str(first["format"])) if own else str(first["format"])
        if first["format"] != format_:
            first = {"format": format_}
        forms_.append(_stage_form(number, format_, own, data, _initial(number, first, special)))
        if not format_:
            break
    return forms_


def default_stages(plan: str) -> list[dict[str, Any]]:
    """The stages of a plan with its defaults."""
    chosen = PLANS[plan]
    first: dict[str, Any] = {"format": chosen.format, "options": dict(chosen.options)}
    later = [
        {
            "format": stage.format,
            "options": dict(stage.options),
            "take": dict(stage.take),
            "draw_method": stage.draw_method,
        }
        for stage in chosen.later
    ]
    return [first, *later]


def prefix_of(number: int) -> str | None:
    return None if number == 1 else f"s{number}"


def final_section(format: str) -> str | None:
    """The section whose last round is the final; None where there is no final."""
    return FINALS.get(format)


def _stage_form(
    number: int,
    format: str,
    own: bool,
    data: Mapping[str, Any] | None,
    initial: dict[str, Any],
) -> StageForm:
    before = "" if number == 1 else f"{prefix_of(number)}-"
    if data is None:
        return StageForm(None, number=number, format=format, own=own, initial=initial)
    was = data.get(f"{before}was")
    if was is None and (number == 1 or f"{before}take_cut" in data):
        was = format  # an API client sends the fields alone
    if was == format:
        return StageForm(data, number=number, format=format, own=own, initial=initial)
    if was and format:
        initial = initial | _lengths_kept(format, str(was), data, before)
    return StageForm(None, number=number, format=format, own=own, initial=initial)


def _lengths_kept(format: str, was: str, data: Mapping[str, Any], before: str) -> dict[str, Any]:
    """The lengths typed for another format: all between knockouts, otherwise the usual length."""
    kinds = [FORMATS[name].counts if name in FORMATS else "" for name in (format, was)]
    names = length_fields(format)
    if kinds == ["knockout", "knockout"]:
        typed = {name: typed_length(data.get(before + name)) for name in names}
        return {name: length for name, length in typed.items() if length}
    usual = typed_length(data.get(f"{before}length_earlier"))
    return {name: usual for name in names if usual and name in EARLIER}


def _initial(
    number: int, stage: Mapping[str, Any], special: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    format_ = stage["format"]
    if not format_:
        return {"format": ""}
    values = option_values(format_, stage.get("options") or {}) | {"format": format_}
    values |= length_values(format_, stage.get("lengths"))
    for term in special:
        if set(term) == {"stage", "section", "length"} and term["stage"] == number:
            values[f"to_{term['section']}"] = term["length"]
    take = stage.get("take") or {"cut": "top", "n": 8}
    values |= {"take_cut": take["cut"], "take_n": take.get("n")}
    values |= {"draw_method": stage.get("draw_method") or "standing"}
    return values | {
        "seeded_top": stage.get("seeded_top"),
        "clock": clock_choice(stage.get("clock")),
        "rules": rules_choice(stage.get("rules")),
        "stored": stage,
    }


def _format_in(data: Mapping[str, Any] | None, number: int, otherwise: str) -> str:
    """The format chosen for a stage of a custom plan; only the first must have one."""
    name = "format" if number == 1 else f"{prefix_of(number)}-format"
    if data is None or name not in data:
        return otherwise
    chosen = str(data[name])
    return chosen if chosen in FORMATS else otherwise if number == 1 else ""


def _format_field(number: int) -> forms.Field:
    none: list[tuple[str, Any]] = [("", _("No further stage"))] if number > 1 else []
    choices = [*none, *((key, format_texts.format_name(key)) for key in FORMATS)]
    return forms.ChoiceField(label=_("Format"), choices=choices, required=number == 1)


def _taking() -> dict[str, forms.Field]:
    return {
        "take_cut": forms.ChoiceField(label=_("Qualifiers"), choices=format_texts.take_choices),
        "take_n": forms.IntegerField(
            # Translators: how many places qualify for the next stage, or how many wins are needed
            label=_("Places or wins needed"),
            required=False,
            min_value=1,
            max_value=most_entries("swiss"),
        ),
        "draw_method": forms.ChoiceField(label=_("Stage draw"), choices=DRAWS),
        "seeded_top": forms.IntegerField(
            label=_("Number of seeds"),
            required=False,
            min_value=1,
            max_value=most_entries("swiss"),
            help_text=_("Leave empty to seed everyone with a seed number."),
        ),
    }


def _take(data: Mapping[str, Any]) -> dict[str, Any]:
    rule = str(data["take_cut"])
    return {"cut": rule, "n": data["take_n"]} if TAKES[rule] else {"cut": rule}
