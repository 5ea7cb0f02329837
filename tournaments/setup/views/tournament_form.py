"""The form of a tournament: creating one, its settings, and the parts that are refreshed while it is filled in."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.decorators import verified_login_required
from accounts.requests import me
from tournaments.bracket.selectors.forecast import numbers_of, plan_rows
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import Right, may
from tournaments.models import Tournament
from tournaments.setup.forms import basics as tournament_forms
from tournaments.setup.forms import rules as rule_forms
from tournaments.setup.forms.basics import FrozenForm
from tournaments.setup.forms.rules import RulesForm
from tournaments.setup.forms.terms import shown_for
from tournaments.setup.forms.tournament import TournamentSetup
from tournaments.setup.selectors.settings_version import changes, settings_version
from tournaments.setup.services import lifecycle
from tournaments.setup.views.begun import (
    TEMPLATE,
    begun_setup,
    create_draft,
    create_from,
    place,
)
from web.errors import DomainError
from web.requests import posted


@verified_login_required
def full(request: HttpRequest) -> HttpResponse:
    """The form of all settings of a new tournament; it goes on with what was typed on the short one."""
    if request.method == "POST" and TEMPLATE in request.POST:
        begun = begun_setup(request)
        begun.forget_empty_name()
        setup = begun.setup
    else:
        begun = None
        initial = tournament_forms.initial_for_new(me(request).time_zone)
        initial["token"] = secrets.token_urlsafe(16)
        setup = TournamentSetup(posted(request), None, initial)
    if not _is_sent(request, setup):
        return _page(request, setup, template=begun.pattern.key if begun else "")
    try:
        if begun:
            made = create_draft(request, begun)
        else:
            made = create_from(request, setup)
            place(request, made, setup)
            messages.success(request, _("Draft saved. Check it, then open entry."))
    except DomainError as refused:
        if refused.status not in (400, 429):
            raise
        return _page(request, setup, refused, template=begun.pattern.key if begun else "")
    return redirect("tournament-manage", made.slug)


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a tournament; the rule card is frozen once it has started."""
    tournament = directed(request, slug)
    if tournament.card is not None and "r-preset" not in request.POST:
        return _frozen(request, tournament)
    setup = TournamentSetup(posted(request), tournament)
    if not may(request.user, tournament, Right.ORGANIZE):
        for name in ("prize_pool", "pay_table"):
            setup.terms.fields[name].disabled = True
    if not _is_sent(request, setup):
        return _page(request, setup)
    if stale := _changed_meanwhile(request, tournament):
        return _page(request, setup, changed=stale)
    changed = setup.settings() | {"name": setup.form.cleaned_data["name"]}
    preset, options = setup.rules.cleaned_data["preset"], setup.rules.options()
    changed["rules"] = lifecycle.rules_with_preset(preset, options)
    try:
        lifecycle.change(tournament.pk, by=request.user, **changed)
    except DomainError as refused:
        if refused.status != 400:
            raise
        return _page(request, setup, refused)
    place(request, tournament, setup)
    messages.success(request, _("Saved."))
    return redirect("tournament-manage", slug)


@login_required
@require_POST
def how_part(request: HttpRequest) -> HttpResponse:
    """The format part of the form again, after another plan was chosen or a number typed."""
    slug = request.POST.get("of", "")
    if not slug and TEMPLATE in request.POST:
        return render(
            request, "tournaments/setup/form_format.html", _how(begun_setup(request).setup)
        )
    tournament = directed(request, slug) if slug else None
    setup = TournamentSetup(request.POST, tournament)
    return render(request, "tournaments/setup/form_format.html", _how(setup))


@login_required
@require_POST
def rules_part(request: HttpRequest) -> HttpResponse:
    """The rules part of the form again: the switches of a newly chosen preset, and the warnings."""
    data = request.POST
    if data.get("changed") == "preset" and data.get("r-preset") in rule_forms.PRESETS:
        rules = RulesForm(prefix="r", initial=rule_forms.initial_of(data["r-preset"]))
        options: dict[str, Any] = dict(rules.initial)
    else:
        rules = RulesForm(data, prefix="r")
        options = rules.options() if rules.is_valid() else {}
    typed = [str(value) for name, value in data.items() if "length_" in name or "to_" in name]
    lengths = [int(value) for value in typed if value.isdecimal() and len(value) < 3]
    warnings = rule_forms.warnings_of(options, sorted({n for n in lengths if n > 0}))
    return render(
        request, "tournaments/setup/form_rules.html", {"rules": rules, "warnings": warnings}
    )


def _frozen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form after the start: texts and times, late entry and prize money."""
    form = FrozenForm(posted(request), initial=tournament_forms.initial_of(tournament))
    form.fields["prize_pool"].disabled = not may(request.user, tournament, Right.ORGANIZE)
    stale = _changed_meanwhile(request, tournament) if form.is_valid() else []
    if request.method == "POST" and form.is_valid() and not stale:
        lifecycle.change(tournament.pk, by=request.user, **form.settings())
        messages.success(request, _("Saved."))
        return redirect("tournament-manage", tournament.slug)
    context = {"form": form, "tournament": tournament, "failed": bool(form.errors)}
    context |= {"changed": stale, "seen": settings_version(tournament).mark}
    status = 422 if form.errors else 409 if stale else 200
    return render(request, "tournaments/setup/form_frozen.html", context, status=status)


def _changed_meanwhile(request: HttpRequest, tournament: Tournament) -> list[str]:
    """What others have changed since the form was made, line by line; a form without a version is not checked."""
    mark = request.POST.get("seen", "")
    try:
        if mark:
            settings_version(tournament).require(mark)
    except Stale as error:
        return changes(error, Tournament)
    return []


def _mark(request: HttpRequest, tournament: Tournament | None, *, is_sent: bool) -> str:
    """The version in the form; it stays the same while errors are corrected."""
    if tournament is None:
        return ""
    return (is_sent and request.POST.get("seen")) or settings_version(tournament).mark


def _is_sent(request: HttpRequest, setup: TournamentSetup) -> bool:
    """Is the form valid and meant to be saved, with all fields of the format on the page?"""
    if request.method != "POST" or "show" in request.POST:
        return False
    return setup.is_valid() and setup.how.is_shown


def _page(
    request: HttpRequest,
    setup: TournamentSetup,
    refused: DomainError | None = None,
    *,
    changed: Sequence[str] = (),
    template: str = "",
) -> HttpResponse:
    is_sent = request.method == "POST" and "show" not in request.POST
    is_valid = setup.is_valid() if is_sent else True
    warnings = (
        rule_forms.warnings_of(setup.rules.options(), setup.lengths())
        if is_sent and is_valid
        else []
    )
    context = _how(setup) | {
        "form": setup.form,
        "rules": setup.rules,
        "terms": setup.terms,
        "warnings": warnings,
        "tournament": setup.tournament,
        "template": template,
        "failed": is_sent and not is_valid,
        "look_again": is_sent and is_valid and not setup.how.is_shown,
        "refused": refused,
        "changed": changed,
        "seen": _mark(request, setup.tournament, is_sent=is_sent and not changed),
    }
    status = 409 if changed else 422 if is_sent else 200
    return render(request, "tournaments/setup/form.html", context, status=status)


def _how(setup: TournamentSetup) -> dict[str, Any]:
    """The context of the format part: the comparison, and the chosen plan's fields and numbers."""
    how = setup.how
    stages = how.stage_settings()
    usual = stages[0]["lengths"][-1]
    return {
        "how": how,
        "of": setup.tournament.slug if setup.tournament else "",
        "plans": plan_rows(how.expected, how.plan, usual),
        "numbers": numbers_of(stages, how.expected, how.special()),
        "expected": how.expected,
        "terms": setup.terms,
        "draw": setup.form["draw_method"],
        "seeds": setup.form["seeded_top"],
        "has_points": shown_for(how.counts),
        "final_stage": (how.final() or {}).get("stage"),
    }
