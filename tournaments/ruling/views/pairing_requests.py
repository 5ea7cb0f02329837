"""The list of pairing requests, with a form for a new one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.bracket.selectors.pairing_requests import request_rows, request_stage
from tournaments.bracket.views.directing import directed
from tournaments.models import Entry, Tournament
from tournaments.ruling.forms.pairing_requests import PairingRequestForm
from tournaments.ruling.services.pairing_requests import AskPairing, RemoveRequest
from tournaments.ruling.services.preview import RulingRequest, rule
from web.errors import DomainError, NotFound
from web.requests import number_in, posted

STANDING = (Entry.Status.ACTIVE, Entry.Status.INVITED)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pairing_requests(request: HttpRequest, slug: str) -> HttpResponse:
    """What is asked of the pairing of rounds; a POST adds a request or removes one."""
    tournament = directed(request, slug)
    if request_stage(tournament.agreed) is None:
        raise NotFound("no_swiss", _("Pairing requests are for Swiss tournaments."))
    if request.method == "POST" and "remove" in request.POST:
        return _remove(request, tournament)
    entries = tournament.entries.filter(status__in=STANDING).select_related("player")
    choices = sorted(((e.pk, e.title) for e in entries), key=lambda row: row[1].casefold())
    form = PairingRequestForm(posted(request), entries=choices)
    if form.is_valid() and _add(request, tournament, form):
        messages.success(request, _("Request added."))
        return redirect("tournament-pairing-requests", slug)
    context = {"tournament": tournament, "form": form, "rows": request_rows(tournament)}
    status = 422 if form.errors else 200
    return render(request, "tournaments/ruling/pairing_requests.html", context, status=status)


def _add(request: HttpRequest, tournament: Tournament, form: PairingRequestForm) -> bool:
    """False where it is refused; the form then says why, with what was typed."""
    data = form.cleaned_data
    action = AskPairing(
        of_tournament=tournament.pk,
        kind=data["kind"],
        entry_id=data["entry"],
        other_id=data["other"],
        round=data["round"],
    )
    try:
        rule(action, RulingRequest(request.user, timezone.now(), data["reason"]))
    except DomainError as refused:
        form.add_error(None, refused.detail)
        return False
    return True


def _remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    pk = number_in(request.POST.get("remove", "")) or 0
    action = RemoveRequest(request_id=pk)
    if action.tournament_id() != tournament.pk:
        raise NotFound("no_such_request", _("This no longer exists. Reload the page."))
    try:
        ruling = rule(action, RulingRequest(request.user, timezone.now(), ""))
    except DomainError as refused:
        messages.error(request, refused.detail)
    else:
        _say_removed(request, tournament, ruling.pk)
    return redirect("tournament-pairing-requests", tournament.slug)


def _say_removed(request: HttpRequest, tournament: Tournament, ruling: int) -> None:
    """With a link that takes it back, while the tournament runs."""
    if tournament.status != Tournament.Status.RUNNING:
        messages.success(request, _("Request removed."))
        return
    link = reverse("tournament-ruling-undo", args=[tournament.slug, ruling])
    messages.success(
        request, format_html('{} <a href="{}">{}</a>', _("Request removed."), link, _("Undo"))
    )
