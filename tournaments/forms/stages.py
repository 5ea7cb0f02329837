"""What is said of one stage: its format's options, how long its matches are, and who goes on to it.

The fields follow from the format, so a stage is asked for again when another format is chosen.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import format_texts
from tournaments.formats.plans import (
    COUNTED_FROM_END,
    FINALS,
    OWN,
    PLANS,
    SECTIONS,
    TAKES,
    most_entries,
)
from tournaments.formats.registry import FORMATS
from tournaments.forms.formats import option_fields, option_values, options_from

MOST_STAGES = 5  # as checking_stages.py has it
USUAL_LENGTH = 7
USUAL_FINAL = 9
LONGEST = 99
DRAWS = (
    ("standing", _("by their standing")),
    ("seeded", _("seeded, the unseeded drawn at random")),
    ("random", _("random draw")),
)
KNOCKOUT_LENGTHS = {
    "length_final": (_("Final to"), ""),
    "length_semi": (_("Semifinals to"), ""),
    "length_quarter": (_("Quarterfinals to"), ""),
    "length_earlier": (_("Earlier rounds to"), _("Odd numbers are usual.")),
}
EARLIER = ("length_semi", "length_quarter", "length_earlier")
ROUND_LENGTHS = {
    "length_earlier": (_("Matches to"), _("Odd numbers are usual.")),
    "length_final": (_("Last round to"), _("Empty: like the others.")),
}


class StageForm(forms.Form):
    """One stage. `number` counts from 1; the first has no prefix. `own`: its format is chosen here as well."""

    was = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any, *, number: int, format: str, own: bool, initial: dict[str, Any]
    ) -> None:
        super().__init__(data, prefix=prefix_of(number), initial=initial)
        self.number, self.format = number, format
        self.is_free = own
        if own:
            self.fields["format"] = _format_field(number)
        if format and number > 1:
            self.fields |= _taking()
        if format:
            self.fields |= option_fields(format) | length_fields(format)
        self.initial.setdefault("was", format)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        needs_number = TAKES.get(cleaned.get("take_cut", ""))
        if needs_number and not cleaned.get("take_n") and "take_n" not in self.errors:
            self.add_error("take_n", _("How many?"))
        return cleaned

    def options_shown(self) -> list[Any]:
        """The fields of the format's options, for the page."""
        return [self[name] for name in option_fields(self.format)] if self.format else []

    def lengths_shown(self) -> list[Any]:
        return [self[name] for name in length_fields(self.format)] if self.format else []

    def taking_shown(self) -> list[Any]:
        return [self[name] for name in _taking() if name in self.fields]

    @property
    def name(self) -> str:
        return format_texts.format_name(self.format) if self.format else ""

    @property
    def format_field(self) -> Any:
        return self["format"]

    def said(self) -> dict[str, Any]:
        """Format, options, lengths and so on; the first values of what was not filled in properly."""
        data = self._values()
        told: dict[str, Any] = {
            "format": self.format,
            "options": options_from(self.format, data),
            "lengths": lengths_from(self.format, data),
        }
        if self.number > 1:
            told |= {"draw_method": data["draw_method"], "take": _take(data)}
        return told

    def special(self) -> list[dict[str, Any]]:
        """The lengths of sections that have their own, as `Tournament.special_terms` wants them."""
        data = self._values()
        return [
            {"stage": self.number, "section": section, "length": data[f"to_{section}"]}
            for section in SECTIONS.get(self.format, ())
            if data.get(f"to_{section}")
        ]

    def _values(self) -> dict[str, Any]:
        typed = self.cleaned_data if self.is_bound and self.is_valid() else {}
        return {**self.initial, **typed}


def stage_forms(
    plan: str,
    data: Mapping[str, Any] | None,
    stored: Sequence[Mapping[str, Any]],
    special: Sequence[Mapping[str, Any]],
) -> list[StageForm]:
    """A form for each stage of this way; the last of an own chain may have no format yet.

    A stage whose format is not the one it was filled in for starts from first values, its lengths kept.
    """
    own = plan == OWN
    wanted = [*stored][:MOST_STAGES] if stored else first_values(plan)
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


def first_values(plan: str) -> list[dict[str, Any]]:
    """The stages of a way before anybody said anything."""
    found = PLANS[plan]
    first: dict[str, Any] = {"format": found.format, "options": dict(found.options)}
    later = [
        {
            "format": stage.format,
            "options": dict(stage.options),
            "take": dict(stage.take),
            "draw_method": stage.draw_method,
        }
        for stage in found.later
    ]
    return [first, *later]


def prefix_of(number: int) -> str | None:
    return None if number == 1 else f"s{number}"


def length_fields(format: str) -> dict[str, forms.Field]:
    """Final, semifinals … where there is a final; one length, and that of the last round, where rounds follow rounds."""
    counts = FORMATS[format].counts
    told: dict[str, tuple[Any, Any]] = dict(
        KNOCKOUT_LENGTHS if counts == "knockout" else ROUND_LENGTHS
    )
    if counts != "knockout" and format not in COUNTED_FROM_END:
        del told["length_final"]
    optional = set() if counts == "knockout" else {"length_final"}
    for section in SECTIONS.get(format, ()):
        told[f"to_{section}"] = format_texts.SECTION_TEXTS[section]
        optional.add(f"to_{section}")
    return {
        name: forms.IntegerField(
            label=label,
            help_text=help_text,
            min_value=1,
            max_value=LONGEST,
            required=name not in optional,
        )
        for name, (label, help_text) in told.items()
    }


def lengths_from(format: str, cleaned: Mapping[str, Any]) -> list[int]:
    """From the last round backwards, as Tournament.lengths wants them; equal tails are said once."""
    names = KNOCKOUT_LENGTHS if FORMATS[format].counts == "knockout" else reversed(ROUND_LENGTHS)
    usual = cleaned.get("length_earlier") or USUAL_LENGTH
    lengths = [int(cleaned.get(name) or usual) for name in names]
    while len(lengths) > 1 and lengths[-1] == lengths[-2]:
        lengths.pop()
    return lengths


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
        was = format  # a program sends the fields alone
    if was == format:
        return StageForm(data, number=number, format=format, own=own, initial=initial)
    if was and format:
        initial = initial | _lengths_kept(format, str(was), data, before)
    return StageForm(None, number=number, format=format, own=own, initial=initial)


def _lengths_kept(format: str, was: str, data: Mapping[str, Any], before: str) -> dict[str, Any]:
    """The lengths typed for another format: all between knockouts, else how long most matches are."""
    kinds = [FORMATS[name].counts if name in FORMATS else "" for name in (format, was)]
    names = length_fields(format)
    if kinds == ["knockout", "knockout"]:
        typed = {name: _typed(data.get(before + name)) for name in names}
        return {name: length for name, length in typed.items() if length}
    usual = _typed(data.get(f"{before}length_earlier"))
    return {name: usual for name in names if usual and name in EARLIER}


def _typed(text: object) -> int | None:
    """A length as somebody has typed it, if it is one."""
    number = int(str(text)) if str(text).isdecimal() and len(str(text)) < 3 else 0
    return number if 1 <= number <= LONGEST else None


def _initial(
    number: int, stage: Mapping[str, Any], special: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    format_ = stage["format"]
    if not format_:
        return {"format": ""}
    values = option_values(format_, stage.get("options") or {}) | {"format": format_}
    values |= _length_values(format_, stage.get("lengths"))
    for term in special:
        if set(term) == {"stage", "section", "length"} and term["stage"] == number:
            values[f"to_{term['section']}"] = term["length"]
    take = stage.get("take") or {"cut": "top", "n": 8}
    values |= {"take_cut": take["cut"], "take_n": take.get("n")}
    return values | {"draw_method": stage.get("draw_method") or "standing"}


def _length_values(format: str, lengths: Sequence[int] | None) -> dict[str, Any]:
    if FORMATS[format].counts == "knockout":
        told = [*lengths] if lengths else [USUAL_FINAL, USUAL_LENGTH]
        told = (told + [told[-1]] * 4)[:4]
        return dict(zip(KNOCKOUT_LENGTHS, told, strict=True))
    told = [*lengths] if lengths else [USUAL_LENGTH]
    last = told[0] if told[0] != told[-1] else None
    return {"length_earlier": told[-1], "length_final": last}


def _format_in(data: Mapping[str, Any] | None, number: int, otherwise: str) -> str:
    """The format chosen for a stage of an own chain; none is a choice but for the first."""
    name = "format" if number == 1 else f"{prefix_of(number)}-format"
    if data is None or name not in data:
        return otherwise
    chosen = str(data[name])
    return chosen if chosen in FORMATS else otherwise if number == 1 else ""


def _format_field(number: int) -> forms.Field:
    none: list[tuple[str, Any]] = [("", _("nothing more"))] if number > 1 else []
    choices = [*none, *((key, format_texts.format_name(key)) for key in FORMATS)]
    return forms.ChoiceField(label=_("Format"), choices=choices, required=number == 1)


def _taking() -> dict[str, forms.Field]:
    return {
        "take_cut": forms.ChoiceField(label=_("Goes on"), choices=format_texts.take_choices),
        "take_n": forms.IntegerField(
            label=_("Number"),
            required=False,
            min_value=1,
            max_value=most_entries("swiss"),
            help_text=_("How many places, or how many wins."),
        ),
        "draw_method": forms.ChoiceField(label=_("Draw of this stage"), choices=DRAWS),
    }


def _take(data: Mapping[str, Any]) -> dict[str, Any]:
    rule = str(data["take_cut"])
    return {"cut": rule, "n": data["take_n"]} if TAKES[rule] else {"cut": rule}
