"""Running a tournament up to its start. Every right is asked for by the service that acts."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.errors import NotAllowed
from accounts.requests import by_htmx, posted
from tournaments.forms.manage import BotsForm, ReasonForm, SeedsForm, WalkInForm
from tournaments.models import Ruling, Tournament
from tournaments.permissions import Right, may, require_director, rights_in
from tournaments.selectors import cards, entries, freshness, lists, rulings
from tournaments.selectors import desk as desks
from tournaments.selectors.next_round import waiting
from tournaments.selectors.outline import outline
from tournaments.services import late_entries, lifecycle
from tournaments.services.start import start as start_tournament

Status = Tournament.Status
ENTRIES_PER_PAGE = 100
RULINGS_SHOWN = 30


def directed(request: HttpRequest, slug: str, right: Right = Right.DIRECT) -> Tournament:
    """The tournament, if the viewer may direct it, or has that lesser right."""
    tournament = lists.get_tournament(slug, request.user)
    if not may(request.user, tournament, right):
        raise NotAllowed("not_a_director", _("Only a director of this tournament may do that."))
    return tournament


@login_required
@require_safe
@vary_on_headers("HX-Request")
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's desk of one tournament; who has a smaller role finds his part of it."""
    tournament = lists.get_tournament(slug, request.user)
    own = rights_in(request.user, tournament)
    if own and Right.DIRECT not in own:
        return redirect("tournament-part", slug)
    require_director(request.user, tournament)
    key = freshness.page_key(tournament)
    if by_htmx(request) and request.GET.get("key") == key:
        return HttpResponse(status=204)
    if by_htmx(request):
        context = _matches(request, tournament) | {"tournament": tournament, "key": key}
        return render(request, "tournaments/parts/desk_matches.html", context)
    return desk(request, tournament)


def desk(
    request: HttpRequest, tournament: Tournament, seeds: SeedsForm | None = None
) -> HttpResponse:
    """The whole desk; with the seeds as they were typed when some of them are refused."""
    found = entries.entry_rows(tournament, request.user)
    active = sum(row.status == "active" for row in found)
    before_start = tournament.started_at is None and tournament.status != Status.CANCELLED
    sought = request.GET.get("find", "").strip()[:80]
    listed = [row for row in found if row.status == "active"] if before_start else found
    listed = [row for row in listed if sought.casefold() in row.player.name.casefold()]
    page = Paginator(listed, ENTRIES_PER_PAGE).get_page(request.GET.get("entries"))
    shown = [row for row in page if seeds is None or f"seed_{row.id}" in seeds.fields]
    typed = seeds or SeedsForm(entries=shown)
    limit = tournament.entry_limit
    context = _matches(request, tournament) | {
        "tournament": tournament,
        "key": freshness.page_key(tournament),
        "entries": page,
        "find": sought,
        "active": active,
        "full": limit is not None and active >= limit,
        "seeds": [(row, typed[f"seed_{row.id}"]) for row in shown] if before_start else [],
        "seeds_refused": bool(seeds),
        "labels": entries.details_of(row.id for row in page),
        "rulings": rulings.ruling_rows(tournament, list(_latest(tournament))),
        "walk_in": WalkInForm(),
        "bots": BotsForm(),
        "warnings": cards.warnings(tournament) if tournament.started_at is None else [],
        "before_start": before_start,
        "may_come": not before_start and late_entries.may_come(tournament),
    }
    status = 422 if seeds else 200
    return render(request, "tournaments/director/manage.html", context, status=status)


def _matches(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What is open, every round with how far it has come, and what waits to be drawn."""
    parts = outline(tournament)
    if not parts.stages:
        return {"stages": ()}
    chosen, page = request.GET.get("round"), request.GET.get("page")
    return {
        "stages": desks.stage_lines(tournament, parts),
        "matches": desks.matches(tournament, request.user, parts, chosen=chosen, page=page),
        "waiting": waiting(tournament, parts),
    }


def _latest(tournament: Tournament) -> QuerySet[Ruling]:
    return rulings.rulings_of(tournament)[:RULINGS_SHOWN]


@login_required
@require_POST
def open_entry(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    lifecycle.open_entry(directed(request, slug).pk, by=request.user)
    return done(request, slug, _("Open for entry. Everybody sees it now."))


@login_required
@require_POST
def close_entry(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    lifecycle.close_entry(directed(request, slug).pk, by=request.user)
    return done(request, slug, _("Entry is closed; only directors see the tournament."))


@login_required
@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    start_tournament(directed(request, slug).pk, by=request.user, now=timezone.now())
    return done(request, slug, _("Drawn and started. The players are told."))


@login_required
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed(request, slug)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        lifecycle.cancel(tournament.pk, by=request.user, now=timezone.now(), reason=reason)
        return done(request, slug, _("The tournament is cancelled."))
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Cancel the tournament"),
        "text": _("Matches that are on end without a winner. This cannot be undone."),
        "verb": _("Cancel the tournament"),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/director/reason.html", context, status=status)


def done(request: HttpRequest, slug: str, said: str) -> HttpResponseRedirect:
    messages.success(request, said)
    return redirect("tournament-manage", slug)


def refused(request: HttpRequest, slug: str, form: Any) -> HttpResponseRedirect:
    """A one-line form on the desk says its errors above the desk."""
    for errors in form.errors.values():
        for error in errors:
            messages.error(request, error)
    return redirect("tournament-manage", slug)
