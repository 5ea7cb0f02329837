"""The desk, and running a tournament up to its start. Every right is asked for by the service that acts."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.forms.manage import ReasonForm, SeedsForm, WalkInForm
from tournaments.models import Tournament
from tournaments.permissions import Right, may, require, require_director, rights_in
from tournaments.selectors.tournament import lists
from tournaments.selectors.tournament.invitations import unanswered_before_start
from tournaments.selectors.venue.check_in import missing_before_start
from tournaments.services.bracket.start import start as start_tournament
from tournaments.services.setup import lifecycle
from tournaments.views.desk.desk_parts import Desk
from web.errors import NotAllowed
from web.requests import by_htmx, posted

ASKED_FROM = "X-Desk"  # the address of the desk over which a form stood
AT_DESK = (Right.DIRECT, Right.SCORE, Right.MONITOR)


def directed(request: HttpRequest, slug: str, right: Right = Right.DIRECT) -> Tournament:
    """The tournament, if the viewer may direct it, or has that lesser right."""
    tournament = lists.get_tournament(slug, request.user)
    if not may(request.user, tournament, right):
        raise NotAllowed("not_a_director", _("Only a director of this tournament may do that."))
    return tournament


def at_desk(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the viewer has something to do at its desk."""
    tournament = lists.get_tournament(slug, request.user)
    if not any(may(request.user, tournament, right) for right in AT_DESK):
        raise NotAllowed("not_a_director", _("Only a director of this tournament may do that."))
    return tournament


@login_required
@require_safe
@vary_on_headers("HX-Request", ASKED_FROM)
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk of one tournament; who has a smaller role finds his part of it. For itself it asks every few seconds, and
    hears 204 while nothing has changed. The desk of its event, from which something was done here, hears what was said."""
    tournament = lists.get_tournament(slug, request.user)
    own = rights_in(request.user, tournament)
    if own and Right.SCORE not in own:
        return redirect("tournament-part", slug)
    if not own:
        require_director(request.user, tournament)
    if request.headers.get(ASKED_FROM, request.path) != request.path:
        return render(request, "tournaments/parts/desk_done.html")
    shown = Desk(request, tournament, timezone.now())
    if by_htmx(request) and request.GET.get("key") == shown.key:
        return HttpResponse(status=204)
    part = "parts/desk_live.html" if by_htmx(request) else "director/manage.html"
    return render(request, f"tournaments/{part}", shown.context())


def desk(
    request: HttpRequest,
    tournament: Tournament,
    seeds: SeedsForm | None = None,
    walk_in: WalkInForm | None = None,
    *,
    status: int = 422,
) -> HttpResponse:
    """The whole desk with what was typed: seeds of which some are refused or were changed by others, a name that is refused."""
    shown = Desk(request, tournament, timezone.now(), seeds, walk_in)
    return render(request, "tournaments/director/manage.html", shown.context(), status=status)


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
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw and begin; whoever is not checked in, where the tournament checks in, or has not accepted, is asked about first."""
    tournament = directed(request, slug)
    missing = None if "all" in request.POST else missing_before_start(tournament)
    if missing:
        context = {"tournament": tournament, "found": missing}
        return render(request, "tournaments/director/start_missing.html", context, status=409)
    unanswered = unanswered_before_start(tournament)
    if unanswered and "without_invited" not in request.POST:
        context = {"tournament": tournament, "unanswered": unanswered}
        context["draws_all"] = "all" in request.POST
        return render(request, "tournaments/director/start_invited.html", context, status=409)
    start_tournament(tournament.pk, by=request.user, now=timezone.now())
    return done(request, slug, _("Drawn and started. The players are told."))


@login_required
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed(request, slug)
    require(request.user, tournament, Right.ORGANIZE)
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
