"""The desk, and running a tournament up to its start. The service that acts checks the right."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.bracket.selectors import lists
from tournaments.bracket.services.start import start as start_tournament
from tournaments.bracket.views.directing import directed, done
from tournaments.core.permissions import Right, require, require_director, rights_in
from tournaments.desk.views.desk_page import DeskPage
from tournaments.desk.views.draw_room import room_page
from tournaments.entry.forms.entering import SeedsForm, WalkInForm
from tournaments.entry.selectors.invitations import unanswered_before_start
from tournaments.models import Tournament
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.setup.services import lifecycle
from tournaments.venue.selectors.check_in import missing_before_start
from web.errors import DomainError
from web.requests import by_htmx, posted

STARTED = gettext_lazy("Tournament started. Players notified.")
LONGEST_MARK = 64
ASKED_FROM = "X-Desk"  # the path of the desk that showed the form


@login_required
@require_safe
@vary_on_headers("HX-Request", ASKED_FROM)
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk of one tournament; members with a smaller role are sent to their part of it. The page polls every few
    seconds and gets 204 while nothing has changed. The desk of the event, from which something was done here, gets
    only the messages."""
    tournament = lists.get_tournament(slug, request.user)
    own = rights_in(request.user, tournament)
    if own and Right.SCORE not in own:
        return redirect("tournament-part", slug)
    if not own:
        require_director(request.user, tournament)
    if request.headers.get(ASKED_FROM, request.path) != request.path:
        return render(request, "tournaments/desk/done.html")
    shown = DeskPage(request, tournament, timezone.now())
    if by_htmx(request) and request.GET.get("key") == shown.key:
        return HttpResponse(status=204)
    part = "tournaments/desk/desk_live.html" if by_htmx(request) else "tournaments/desk/desk.html"
    return render(request, part, shown.context())


def desk(
    request: HttpRequest,
    tournament: Tournament,
    seeds: SeedsForm | None = None,
    walk_in: WalkInForm | None = None,
    *,
    status: int = 422,
) -> HttpResponse:
    """The whole desk with a form as it was typed: seeds of which some are refused or were changed by others, or a
    refused name."""
    shown = DeskPage(request, tournament, timezone.now(), seeds, walk_in)
    return render(request, "tournaments/desk/desk.html", shown.context(), status=status)


@login_required
@require_POST
def open_entry(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    lifecycle.open_entry(directed(request, slug).pk, by=request.user)
    return done(request, slug, _("Entry opened. Everyone can see the tournament now."))


@login_required
@require_POST
def close_entry(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    lifecycle.close_entry(directed(request, slug).pk, by=request.user)
    return done(
        request, slug, _("Entry closed. Only people with a role here can see the tournament.")
    )


@login_required
@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw and begin. With `seen`, publish the draw of that preview, or show it again where it has changed. Without a
    preview, ask first about entries that are not checked in, where the tournament checks in, or have not accepted."""
    tournament = directed(request, slug)
    if seen := request.POST.get("seen", "")[:LONGEST_MARK]:
        return _publish(request, tournament, seen)
    missing = None if "all" in request.POST else missing_before_start(tournament)
    if missing:
        context = {"tournament": tournament, "check_in": missing}
        return render(request, "tournaments/desk/start_missing.html", context, status=409)
    unanswered = unanswered_before_start(tournament)
    if unanswered and "without_invited" not in request.POST:
        context = {"tournament": tournament, "unanswered": unanswered}
        context["draws_all"] = "all" in request.POST
        return render(request, "tournaments/desk/start_invited.html", context, status=409)
    start_tournament(tournament.pk, by=request.user, now=timezone.now())
    return done(request, slug, str(STARTED))


def _publish(request: HttpRequest, tournament: Tournament, seen: str) -> HttpResponse:
    try:
        start_tournament(tournament.pk, by=request.user, now=timezone.now(), seen=seen)
    except DomainError as refused:
        if refused.code != "draw_changed":
            raise
        return room_page(request, lists.get_tournament(tournament.slug, request.user), changed=True)
    return done(request, tournament.slug, str(STARTED))


@login_required
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = directed(request, slug)
    require(request.user, tournament, Right.ORGANIZE)
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        lifecycle.cancel(tournament.pk, by=request.user, now=timezone.now(), reason=reason)
        return done(request, slug, _("Tournament cancelled."))
    context = {
        "tournament": tournament,
        "form": form,
        "title": _("Cancel tournament"),
        "text": _("Matches in progress end without a winner. This cannot be undone."),
        "verb": _("Cancel tournament"),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/ruling/reason.html", context, status=status)
