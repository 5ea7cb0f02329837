"""Match lengths of a stage: as fields of a form, and as in `Tournament.lengths`, from the last round backwards."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.core import format_texts
from tournaments.formats.plans import COUNTED_FROM_END, SECTIONS
from tournaments.formats.registry import FORMATS

USUAL_LENGTH = 7
USUAL_FINAL = 9
LONGEST = 99
EARLIER = ("length_semi", "length_quarter", "length_earlier")
KNOCKOUT_LENGTHS = {
    "length_final": (_("Match length: final"), ""),
    "length_semi": (_("Match length: semifinals"), ""),
    "length_quarter": (_("Match length: quarterfinals"), ""),
    "length_earlier": (_("Match length: earlier rounds"), _("Odd numbers are usual.")),
}
ROUND_LENGTHS = {
    "length_earlier": (_("Match length"), _("Odd numbers are usual.")),
    "length_last_but_one": (
        _("Match length: next-to-last round"),
        _("Leave empty for the same length as other rounds."),
    ),
    "length_final": (
        _("Match length: last round"),
        _("Leave empty for the same length as other rounds."),
    ),
}


def length_fields(format: str, stored: Sequence[int] = ()) -> dict[str, forms.Field]:
    """Fields for final, semifinals … where there is a final; otherwise one length, and those of the last rounds."""
    is_knockout = FORMATS[format].counts == "knockout"
    texts: dict[str, tuple[Any, Any]] = dict(KNOCKOUT_LENGTHS if is_knockout else ROUND_LENGTHS)
    if not is_knockout and format not in COUNTED_FROM_END:
        del texts["length_final"], texts["length_last_but_one"]
    optional = set() if is_knockout else {"length_final", "length_last_but_one"}
    for section in SECTIONS.get(format, ()):
        texts[f"to_{section}"] = format_texts.SECTION_TEXTS[section]
        optional.add(f"to_{section}")
    fields: dict[str, forms.Field] = {
        name: forms.IntegerField(
            label=label,
            help_text=help_text,
            min_value=1,
            max_value=LONGEST,
            required=name not in optional,
        )
        for name, (label, help_text) in texts.items()
    }
    if beyond := _beyond(format, stored):
        shown = ", ".join(map(str, beyond))
        text = _now("Now, from last to first: %(lengths)s. A new number applies to all of them.")
        fields["length_earlier"].help_text = text % {"lengths": shown}
    return fields


def lengths_from(format: str, values: Mapping[str, Any], stored: Sequence[int] = ()) -> list[int]:
    """From the last round backwards, without repeated lengths at the end.

    Stored lengths of rounds without a field stay as long as the number for earlier rounds is unchanged.
    """
    usual = values.get("length_earlier") or USUAL_LENGTH
    lengths = [int(values.get(name) or usual) for name in _names(format)]
    beyond = _beyond(format, stored)
    if beyond and usual == length_values(format, stored)["length_earlier"]:
        lengths[-1:] = beyond
    while len(lengths) > 1 and lengths[-1] == lengths[-2]:
        lengths.pop()
    return lengths


def length_values(format: str, lengths: Sequence[int] | None) -> dict[str, Any]:
    """Initial values of the fields."""
    if FORMATS[format].counts == "knockout":
        stored = [*lengths] if lengths else [USUAL_FINAL, USUAL_LENGTH]
        padded = (stored + [stored[-1]] * 4)[:4]
        return dict(zip(KNOCKOUT_LENGTHS, padded, strict=True))
    stored = [*lengths] if lengths else [USUAL_LENGTH]
    usual = stored[-1]
    last, before = (stored + [usual] * 2)[:2]
    return {
        "length_earlier": usual,
        "length_last_but_one": before if before != usual else None,
        "length_final": last if last != usual else None,
    }


def typed_length(text: object) -> int | None:
    """A typed length, if it is valid."""
    number = int(str(text)) if str(text).isdecimal() and len(str(text)) < 3 else 0
    return number if 1 <= number <= LONGEST else None


def _names(format: str) -> list[str]:
    """The names of the fields from the last round backwards; the last one is for all earlier rounds."""
    is_knockout = FORMATS[format].counts == "knockout"
    return [*KNOCKOUT_LENGTHS] if is_knockout else [*reversed(ROUND_LENGTHS)]


def _beyond(format: str, stored: Sequence[int]) -> list[int]:
    """The stored lengths of the rounds that share the last field, if there are several."""
    names = _names(format)
    return [*stored[len(names) - 1 :]] if len(stored) > len(names) else []
