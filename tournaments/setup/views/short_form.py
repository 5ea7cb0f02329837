"""The page of a new tournament: six decisions, filled in by a template, and what players will get. The full form has the rest."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.decorators import verified_login_required
from accounts.requests import me
from tournaments.bracket.selectors.forecast import numbers_of, plan_rows
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.formats.plans import OWN
from tournaments.models import Tournament, Venue
from tournaments.setup.forms.patterns import pattern_choices
from tournaments.setup.forms.tournament import TournamentSetup
from tournaments.setup.selectors.rule_card import terms_summary
from tournaments.setup.services.lifecycle import rules_with_preset
from tournaments.setup.texts import LENGTH_LABELS, ROUND_LENGTH_LABELS
from tournaments.setup.views.begun import BegunSetup, begun_setup, create_draft
from web.errors import DomainError

CARDS = (
    "knockout", "consolation", "double_elimination", "swiss", "groups_knockout", "round_robin",
)  # fmt: skip
SHOWN = frozenset(
    {
        "name", "starts_at", "time_zone", "where", "entry_limit", "clock", "clock_kind", "draw_method",
        "seeded_top", "rated", "admits_bots", "entry_kind", "late_entry", "prize_pool", "pay_table",
    }
)  # fmt: skip
"""Fields of the basics and the other terms that have a control on the page; the others are hidden in it."""


@dataclass(frozen=True, slots=True)
class LengthField:
    """A match length with its short label."""

    field: Any
    label: Any


@verified_login_required
def new(request: HttpRequest) -> HttpResponse:
    """A new tournament; users without a verified email address are told to verify it. Over the board the list of players
    comes next, with the cursor in the name."""
    begun = begun_setup(request)
    if not begun.is_sent:
        begun.setup.form.fields["name"].widget.attrs["autofocus"] = True
        return _page(request, begun)
    if not begun.may_be_saved:
        return _page(request, begun, status=422)
    try:
        made = create_draft(request, begun)
    except DomainError as refused:
        if refused.status not in (400, 429):
            raise
        return _page(request, begun, refused=refused, status=422)
    desk = reverse("tournament-manage", args=[made.slug])
    return redirect(desk if is_online(made) else f"{desk}?tab=entries&next=name")


@login_required
@require_POST
def part(request: HttpRequest) -> HttpResponse:
    """The page's inner part again, after a template was chosen or something was changed."""
    begun = begun_setup(request)
    return render(request, "tournaments/setup/new_parts.html", _context(request, begun))


def _page(
    request: HttpRequest,
    begun: BegunSetup,
    *,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _context(request, begun) | {
        "refused": refused,
        "failed": begun.is_sent and not begun.is_valid,
        "look_again": begun.is_sent and begun.is_valid and not begun.may_be_saved,
    }
    return render(request, "tournaments/setup/new.html", context, status=status)


def _context(request: HttpRequest, begun: BegunSetup) -> dict[str, Any]:
    setup, how = begun.setup, begun.setup.how
    begun.forget_empty_name()
    stages = how.stage_settings()
    numbers = numbers_of(stages, how.expected, how.special())
    plans = [
        replace(row, numbers=numbers) if row.is_chosen else row
        for row in plan_rows(how.expected, how.plan, stages[0]["lengths"][-1])
    ]
    preview = _preview(setup)
    return {
        "begun": begun,
        "choices": pattern_choices(me(request), begun.pattern.key),
        "form": setup.form,
        "terms": setup.terms,
        "rules": setup.rules,
        "how": how,
        "cards": [row for row in plans if row.key in CARDS],
        "more": [
            row for row in plans if row.key not in CARDS and (row.key != OWN or row.is_chosen)
        ],
        "more_chosen": how.plan not in CARDS,
        "places": _places(setup),
        "lengths": [*_lengths(setup)],
        "hidden": [*_hidden(setup)],
        "numbers": numbers,
        "expected": how.expected,
        "tables": how.expected // 2,
        "summary": terms_summary(preview) if preview is not None else None,
        "preview": preview,
        "open_folds": _open_folds(setup),
    }


def _places(setup: TournamentSetup) -> list[tuple[str, Any, bool]]:
    """The modes of play with their names, and which one is chosen."""
    chosen = setup.form["where"].value() or Venue.Where.ONLINE
    return [(value, label, value == chosen) for value, label in Venue.Where.choices]


def _lengths(setup: TournamentSetup) -> Iterator[tuple[str, list[LengthField]]]:
    """The lengths of every stage, from its first round on, with the stage's name if there are several."""
    for stage in setup.how.stages:
        fields = stage.lengths_shown()
        is_knockout = any(field.name == "length_semi" for field in fields)
        labels = LENGTH_LABELS if is_knockout else LENGTH_LABELS | ROUND_LENGTH_LABELS
        rounds = [field for field in fields if field.name.startswith("length_")]
        others = [field for field in fields if not field.name.startswith("length_")]
        if is_knockout:
            rounds.reverse()
        shown = [LengthField(field, labels[field.name]) for field in [*rounds, *others]]
        if shown:
            yield (stage.name if len(setup.how.stages) > 1 else "", shown)


def _hidden(setup: TournamentSetup) -> Iterator[Any]:
    """Everything that has no control here, so that nothing is lost between this page and the full form."""
    for part_form in (setup.form, setup.terms):
        yield from (field for field in part_form if field.name not in SHOWN)
    yield from (field for field in setup.rules if field.name != "preset")


def _open_folds(setup: TournamentSetup) -> set[str]:
    """The folded parts with an error in them."""
    errors = {*setup.form.errors, *setup.terms.errors} if setup.form.is_bound else set()
    parts = {
        "clock": {"clock", "clock_kind"},
        "prizes": {"prize_pool", "pay_table"},
        "entry": {"entry_kind", "late_entry", "rated", "admits_bots", "draw_method", "seeded_top"},
    }
    with_errors = {part_name for part_name, names in parts.items() if names & errors}
    return with_errors | ({"rules"} if setup.rules.is_bound and setup.rules.errors else set())


def _preview(setup: TournamentSetup) -> Tournament | None:
    """The tournament as it would be, not saved; None while a field is invalid."""
    setup.is_valid()
    parts = (setup.form, setup.terms, setup.rules, setup.how.chooser, *setup.how.stages)
    if any(set(part_form.errors) - {"name"} for part_form in parts):
        return None
    try:
        rules = rules_with_preset(setup.rules.cleaned_data["preset"], setup.rules.options())
    except DomainError:
        return None
    made = Tournament(
        name=setup.form.cleaned_data.get("name", ""), **setup.settings() | {"rules": rules}
    )
    made.venue = Venue(where=setup.form.cleaned_data.get("where") or Venue.Where.ONLINE)
    return made
