"""The desk's page of clocks: the links of tables and matches as codes for phones, and the buttons to make, renew and withdraw them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import me
from tableclock.models import LinkPurpose
from tableclock.selectors.desk_links import desk_clocks
from tableclock.services.links import RIGHTS, LinkPlace, give, renew, withdraw
from tournaments.bracket.selectors.venue_mode import table_pool_of
from tournaments.bracket.views.directing import tournament_with_right
from tournaments.core.permissions import Right, may
from tournaments.models import Tournament
from web.errors import DomainError
from web.requests import number_in


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def clocks(request: HttpRequest, slug: str) -> HttpResponse:
    """The links of all tables and open matches. POST `do`: make, renew, withdraw; all makes those of all tables."""
    tournament = tournament_with_right(request, slug)
    if request.method == "POST":
        try:
            messages.success(request, _do(request, tournament))
        except DomainError as error:
            messages.error(request, error.detail)
        return redirect("match-clocks", slug)
    context = {
        "tournament": tournament,
        "clocks": desk_clocks(tournament),
        "streams": may(request.user, tournament, Right.STREAM),
        "is_paper": "print" in request.GET,
    }
    return render(request, "tableclock/desk.html", context)


def _do(request: HttpRequest, tournament: Tournament) -> str:
    """Carry out the pressed button. Refused: bad_verb (400), no_such_place (404)."""
    verb, user, now = request.POST.get("do", ""), me(request), timezone.now()
    if verb == "all":
        pool = table_pool_of(tournament)
        for table in pool.tables.all() if pool else ():
            give(tournament.pk, LinkPlace(LinkPurpose.CLOCK, table=table.pk), by=user, now=now)
        return _("Links made.")
    place = _place(request)
    if verb == "make":
        give(tournament.pk, place, by=user, now=now)
        return _("Link made.")
    if verb == "renew":
        renew(tournament.pk, place, by=user, now=now)
        return _("Link renewed. The old one no longer works.")
    if verb == "withdraw":
        withdraw(tournament.pk, place, by=user, now=now)
        return _("Link withdrawn.")
    raise _bad()


def _place(request: HttpRequest) -> LinkPlace:
    """The hidden field `place` is purpose, kind and id: clock-table-12."""
    purpose, _dash, rest = request.POST.get("place", "").partition("-")
    kind, _dash, pk = rest.partition("-")
    number = number_in(pk)
    if purpose not in RIGHTS or kind not in ("table", "slip") or number is None:
        raise _bad()
    return LinkPlace(purpose, **{kind: number})


def _bad() -> DomainError:
    text = _("This page is out of date. Reload it and try again.")
    return DomainError("bad_verb", text, status=400)
