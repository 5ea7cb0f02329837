"""The door list: who comes in is checked in and pays on one page, one press each."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, may
from tournaments.entry.services import check_in
from tournaments.models import LedgerLine, Tournament
from tournaments.money.selectors.door import SHOWN, DoorList, door
from tournaments.money.services import ledger
from tournaments.money.views.fees import number, payment_of
from web.errors import DomainError
from web.requests import by_htmx

Method = LedgerLine.Method


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def door_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody with here, paid and owes (POST do=here, away, pay, admit). For who may write down results. Filters: show, find,
    method (how a press on “Paid” is paid)."""
    tournament = tournament_with_right(request, slug)
    refused = ""
    if request.method == "POST":
        refused = _done(request, tournament)
        if not by_htmx(request):
            if refused:
                messages.error(request, refused)
            entry = number(request.POST.get("entry"))
            return redirect(f"{request.path}?{request.GET.urlencode()}#entry-{entry}")
    plan = plan_of(tournament)
    listed = door(tournament, plan)
    show, find = request.GET.get("show", "all"), request.GET.get("find", "")[:80]
    method = request.GET.get("method", "")
    context = {
        "tournament": tournament,
        "door": listed,
        "rows": listed.shown(show, find),
        "show": show if show in SHOWN else "all",
        "find": find,
        "methods": Method.choices,
        "method": method if method in Method.values else Method.CASH.value,
        "plan": plan,
        "currency": plan.currency if plan else "",
        "once": secrets.token_urlsafe(12),
        "has_room": _has_room(tournament, listed),
        "may_organize": may(request.user, tournament, Right.ORGANIZE),
        "refused": refused,
        "now": timezone.now(),
    }
    return render(request, "tournaments/money/door.html", context)


def _has_room(tournament: Tournament, listed: DoorList) -> bool:
    """Can somebody on the waiting list get a place with one press? After the start the page of the check-in asks first."""
    limit = tournament.entry_limit
    is_full = limit is not None and len(listed.places) >= limit
    return tournament.status in {"draft", "open"} and not is_full


def _done(request: HttpRequest, tournament: Tournament) -> str:
    """Do what was pressed; returns the sentence of a refusal, or nothing."""
    entry, now = number(request.POST.get("entry")), timezone.now()
    by = request.user
    if not tournament.entries.filter(pk=entry).exists():
        return _("This no longer exists. Reload the page.")
    try:
        match request.POST.get("do"):
            case "here":
                check_in.check_in(entry, by=by, now=now)  # type: ignore[arg-type]  # login_required
            case "away":
                check_in.undo_check_in(entry, by=by)  # type: ignore[arg-type]
            case "pay":
                owes = number(request.POST.get("owes"))
                ledger.take_fees(tournament.pk, entry, expected=owes, payment=payment_of(request))
            case "admit":
                check_in.admit_from_waiting_list(entry, by=by, now=now)  # type: ignore[arg-type]
    except DomainError as error:
        if error.status == 403:  # shown by the page of refusals
            raise
        return error.detail
    return ""
