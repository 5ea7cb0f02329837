"""Undo at the desk: a typed result, or the viewer's last decision."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import me
from tournaments.bracket.selectors.form_version import Stale
from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.standing import standing
from tournaments.bracket.views.directing import directed
from tournaments.core.permissions import Right, rights_in
from tournaments.desk.views.event_desk_page import event_scope
from tournaments.event.selectors import events
from tournaments.models import Result, Ruling, Tournament
from tournaments.ruling.forms.reasons import ReasonForm
from tournaments.ruling.selectors import rulings as selectors
from tournaments.ruling.selectors.last_decision import last_decision
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, rule
from tournaments.ruling.services.take_back_result import TakeBackResult
from tournaments.ruling.views.preview_flow import preview_page
from web.requests import posted


def undo_link(tournament: Tournament, made: Ruling | Result) -> str:
    """The page that undoes that ruling, typed result or start."""
    if isinstance(made, Ruling) and made.verb == "start":
        return reverse("tournament-start-undo", args=[tournament.slug])
    name = "tournament-ruling-undo" if isinstance(made, Ruling) else "tournament-result-undo"
    return reverse(name, args=[tournament.slug, made.pk])


@login_required
def undo_result(request: HttpRequest, slug: str, result_id: int) -> HttpResponse:
    """Undo a typed result; at once, unless matches that have begun would be lost."""
    tournament = directed(request, slug)
    reported = Result.objects.filter(pairing__stage__tournament=tournament)
    result = get_object_or_404(
        reported.select_related("pairing__round"), pk=result_id, source=Result.Source.REPORT
    )
    action = TakeBackResult(result_id=result.pk)
    place = selectors.places_of(tournament).pairing(result.pairing)
    title = _("Undo result: %(pairing)s") % {"pairing": place}
    form = ReasonForm(posted(request), initial={"reason": _("Typing error")})
    stale = None
    if form.is_valid():
        try:
            return _take_back(request, tournament, action, title, form.cleaned_data["reason"])
        except Stale as error:
            stale = error
    counts = result.revoked_at is None and result.superseded_by_id is None
    gone = _("This result has already been undone or replaced.")
    standing_text = selectors.result_text(standing(result.pairing), titles_of(tournament))
    context = {
        "tournament": tournament,
        "title": title,
        "text": standing_text,
        "verb": _("Undo"),
        "refused": "" if counts else gone,
        "form": form,
        "seen": action.load().version().mark if counts else "",
        "stale": selectors.stale_row(tournament, stale) if stale else None,
    }
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "tournaments/ruling/reason.html", context, status=status)


def _take_back(
    request: HttpRequest, tournament: Tournament, action: TakeBackResult, title: str, reason: str
) -> HttpResponse:
    given = request.POST
    seen, confirm = given.get("seen", ""), given.get("confirm", "")
    try:
        rule(action, RulingRequest(request.user, timezone.now(), reason, seen, confirm))
    except ConfirmationNeeded as error:
        return preview_page(request, tournament, error.preview, title, stale=bool(confirm))
    messages.success(request, _("Result undone. The match is open again."))
    return redirect("tournament-manage", tournament.slug)


@login_required
@require_safe
def undo_last(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the page that undoes the viewer's last decision in a tournament."""
    tournament = directed(request, slug)
    return _to_last(request, [tournament], reverse("tournament-manage", args=[slug]))


@login_required
@require_safe
def undo_last_in_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The same in all tournaments of an event that the viewer directs."""
    event = events.get_event(slug, request.user)
    directs = [
        tournament
        for tournament in event_scope(request, event).at_desk
        if Right.DIRECT in rights_in(request.user, tournament)
    ]
    return _to_last(request, directs, reverse("event-manage", args=[slug]))


def _to_last(request: HttpRequest, directs: Sequence[Tournament], back: str) -> HttpResponse:
    last = last_decision(directs, me(request))
    if last is None:
        return render(request, "tournaments/desk/nothing_to_undo.html", {"back": back})
    tournament = last.tournament if isinstance(last, Ruling) else last.pairing.stage.tournament
    return redirect(undo_link(tournament, last))
