"""Running a tournament up to its start. Every right is asked for by the service that acts."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers

from accounts.errors import NotAllowed
from accounts.requests import by_htmx, posted
from tournaments.forms.manage import BotsForm, ReasonForm, SeedsForm, WalkInForm
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.selectors import bracket, cards, entries, freshness, lists, rulings
from tournaments.services import bots, lifecycle
from tournaments.services import entries as entering
from tournaments.services.start import start as start_tournament

Step = Callable[[Tournament, HttpRequest], None]


def directed(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the viewer may direct it."""
    tournament = lists.get_tournament(slug, request.user)
    if not may_direct(request.user, tournament):
        raise NotAllowed("not_a_director", _("Only a director of this tournament may do that."))
    return tournament


@login_required
@require_GET
@vary_on_headers("HX-Request")
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's desk of one tournament."""
    tournament = directed(request, slug)
    key = freshness.page_key(tournament)
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    if by_htmx(request):
        rounds = bracket.bracket_view(tournament, request.user)
        context = {"tournament": tournament, "rounds": rounds, "key": key}
        return render(request, "tournaments/parts/desk_matches.html", context)
    return _desk(request, tournament)


def _desk(
    request: HttpRequest, tournament: Tournament, seeds: SeedsForm | None = None
) -> HttpResponse:
    """The whole desk; with the seeds as they were typed when some of them are refused."""
    listed = entries.entry_rows(tournament, request.user)
    active = [row for row in listed if row.status == "active"]
    typed = seeds or SeedsForm(entries=active)
    limit = tournament.entry_limit
    context = {
        "tournament": tournament,
        "key": freshness.page_key(tournament),
        "entries": listed,
        "active": active,
        "full": limit is not None and len(active) >= limit,
        "seeds": [(row, typed[f"seed_{row.id}"]) for row in active],
        "seeds_refused": bool(seeds),
        "rounds": bracket.bracket_view(tournament, request.user),
        "rulings": rulings.ruling_rows(tournament),
        "walk_in": WalkInForm(),
        "bots": BotsForm(),
        "warnings": cards.warnings(tournament) if tournament.started_at is None else [],
        "before_start": tournament.started_at is None and tournament.status != "cancelled",
    }
    status = 422 if seeds else 200
    return render(request, "tournaments/director/manage.html", context, status=status)


@login_required
@require_POST
def open_entry(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    lifecycle.open_entry(directed(request, slug).pk, by=request.user)
    return _done(request, slug, _("Open for entry. Everybody sees it now."))


@login_required
@require_POST
def close_entry(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    lifecycle.close_entry(directed(request, slug).pk, by=request.user)
    return _done(request, slug, _("Entry is closed; only directors see the tournament."))


@login_required
@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    start_tournament(directed(request, slug).pk, by=request.user, now=timezone.now())
    return _done(request, slug, _("Drawn and started. The players are told."))


@login_required
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed(request, slug)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        lifecycle.cancel(tournament.pk, by=request.user, now=timezone.now(), reason=reason)
        return _done(request, slug, _("The tournament is cancelled."))
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Cancel the tournament"),
        "text": _("Matches that are on end without a winner. This cannot be undone."),
        "verb": _("Cancel the tournament"),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/director/reason.html", context, status=status)


@login_required
@require_POST
def add_walk_in(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    tournament, form = directed(request, slug), WalkInForm(request.POST)
    if not form.is_valid():
        return _refused(request, slug, form)
    name = form.cleaned_data["name"]
    entering.add_walk_in(tournament.pk, by=request.user, name=name, now=timezone.now())
    return _done(request, slug, _("%(name)s is entered.") % {"name": name})


@login_required
@require_POST
def add_bots(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    tournament, form = directed(request, slug), BotsForm(request.POST)
    if not form.is_valid():
        return _refused(request, slug, form)
    number = form.cleaned_data["number"]
    made = bots.add_bots(tournament.pk, by=request.user, number=number, now=timezone.now())
    said = {"number": len(made), "wanted": number}
    if len(made) < number:
        text = _("%(number)d of %(wanted)d bots are entered; now all places are taken.")
        return _done(request, slug, text % said)
    return _done(request, slug, _("%(number)d bots are entered.") % said)


@login_required
@require_POST
def set_seeds(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed(request, slug)
    listed = [e for e in entries.entry_rows(tournament, request.user) if e.status == "active"]
    form = SeedsForm(request.POST, entries=listed)
    if not form.is_valid():
        return _desk(request, tournament, form)
    entering.set_seeds(tournament.pk, by=request.user, seeds=form.seeds())
    return _done(request, slug, _("Seeds are saved."))


@login_required
@require_POST
def remove_entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponseRedirect:
    directed(request, slug)
    entry = entering.remove(entry_id, by=request.user)
    return _done(request, slug, _("%(name)s is taken out.") % {"name": entry.player.name})


def _done(request: HttpRequest, slug: str, said: str) -> HttpResponseRedirect:
    messages.success(request, said)
    return redirect("tournament-manage", slug)


def _refused(request: HttpRequest, slug: str, form: Any) -> HttpResponseRedirect:
    """A one-line form on the desk says its errors above the desk."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, error)
    return redirect("tournament-manage", slug)
