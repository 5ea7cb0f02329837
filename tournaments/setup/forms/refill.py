"""Filling the form of a new tournament again, after another template or another rule book was chosen.

What somebody typed stays: a field is typed if it differs from what the template before had put there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from games.engine.rules import PRESETS
from tournaments.setup.forms import rules as rule_forms
from tournaments.setup.forms.rules import RulesForm
from tournaments.setup.forms.tournament import TournamentSetup

RULES_OF = "rules_of"  # the rule book whose switches are on the page
Values = Mapping[str, list[str]]


def refilled(
    data: QueryDict, before: TournamentSetup, after: TournamentSetup, *, keeps_where: bool
) -> QueryDict:
    """The data with the settings of `after`, but for what was typed. Both setups are unbound: as their templates have them.

    The format with its options always comes from `after`; lengths that were typed stay, if the format was not changed by
    hand. `keeps_where`: the new template leaves the mode of play as it is.
    """
    old, new = setup_values(before), setup_values(after)
    is_same_plan = data.get("plan", before.how.plan) == before.how.plan
    of_stages = set(_values_of(*after.how.stages))
    merged = data.copy()
    for name, values in new.items():
        is_length = "length_" in name or "to_" in name
        is_fixed = name == "plan" or (name in of_stages and not (is_length and is_same_plan))
        is_typed = name in old and not _is_same(data.getlist(name), old[name])
        if name == "where":
            is_fixed, is_typed = not keeps_where, True
        is_sent = name in data or (RULES_OF in data and old.get(name) == ["on"])  # a box unticked
        if name == "token" or (is_typed and not is_fixed and is_sent):
            continue
        merged.setlist(name, values)
    return _with_rules_of(merged)


def with_rule_book(data: QueryDict) -> QueryDict:
    """The data with the switches of the rule book, if another one was chosen than the one the page had."""
    chosen, before = data.get("r-preset", ""), data.get(RULES_OF, "")
    if chosen == before or chosen not in PRESETS or before not in PRESETS:
        return data
    book = RulesForm(prefix="r", initial=rule_forms.initial_of(chosen))
    merged = data.copy()
    for name, values in _values_of(book).items():
        merged.setlist(name, values)
    return _with_rules_of(merged)


def setup_values(setup: TournamentSetup) -> dict[str, list[str]]:
    """What a browser would send of these forms, as they stand."""
    how = setup.how
    return _values_of(setup.form, how.chooser, *how.stages, setup.terms, setup.rules)


def query_of(values: Values) -> QueryDict:
    """The values as data of a form."""
    data = QueryDict(mutable=True)
    for name, sent in values.items():
        data.setlist(name, list(sent))
    return data


def _with_rules_of(data: QueryDict) -> QueryDict:
    data[RULES_OF] = data.get("r-preset", "")
    return data


def _values_of(*parts: forms.BaseForm) -> dict[str, list[str]]:
    return {
        part.add_prefix(name): [*_sent(part, name, field)]
        for part in parts
        for name, field in part.fields.items()
    }


def _sent(form: forms.BaseForm, name: str, field: forms.Field) -> Iterator[str]:
    value: Any = form.get_initial_for_field(field, name)
    if isinstance(field, forms.BooleanField):
        if value:
            yield "on"
    elif isinstance(field, forms.MultipleChoiceField):
        yield from map(str, value or [])
    else:
        yield "" if value is None else str(value)


def _is_same(sent: list[str], usual: list[str]) -> bool:
    return _cleaned(sent) == _cleaned(usual)


def _cleaned(values: list[str]) -> list[str]:
    """Hidden boxes send True and False, boxes on the page "on" or nothing."""
    return ["on" if value == "True" else value for value in values if value not in ("", "False")]
