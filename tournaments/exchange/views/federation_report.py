"""The page from which directors report to a federation: a checklist and two files, of a tournament or of an event."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.bracket.views.directing import directed
from tournaments.event.views.scope import event_to_direct
from tournaments.exchange.selectors.federation_report import (
    FEDERATIONS,
    FREE,
    USBGF,
    WBGF,
    cells,
    match_columns,
    place_columns,
    report_of,
    reported_tournaments,
)
from tournaments.exchange.texts import checklist, layout_text
from tournaments.exchange.views.files import streamed
from tournaments.models import Event, Tournament
from web.csv_writing import csv_rows
from web.errors import NotFound

FILES = ("matches.csv", "places.csv")


@login_required
@require_safe
@never_cache
def tournament_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The checklist of a tournament, by ?federation=."""
    return _page(request, directed(request, slug))


@login_required
@require_safe
@never_cache
def event_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The same of an event."""
    return _page(request, event_to_direct(request, slug))


@login_required
@require_safe
@never_cache
def tournament_report_file(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """matches.csv or places.csv of a tournament, with the member numbers of ?federation=."""
    return _file(request, directed(request, slug), name)


@login_required
@require_safe
@never_cache
def event_report_file(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """The same of an event."""
    return _file(request, event_to_direct(request, slug), name)


def _page(request: HttpRequest, of: Event | Tournament) -> HttpResponse:
    federation = _federation(request)
    tournaments = reported_tournaments(of)
    report = report_of(tournaments, federation)
    kind = "event" if isinstance(of, Event) else "tournament"
    context: dict[str, Any] = {
        "of": of,
        "back": reverse(f"{kind}-exchange", args=[of.slug]),
        "federations": [
            (FREE, _("Any federation")), (USBGF, FEDERATIONS[USBGF]), (WBGF, FEDERATIONS[WBGF]),
        ],
        "federation": federation,
        "report": report,
        "checks": checklist(report),
        "layout": layout_text(federation),
        "files": [
            (name, reverse(f"{kind}-report-file", args=[of.slug, name]) + f"?federation={federation}")
            for name in FILES
        ],
    }  # fmt: skip
    return render(request, "tournaments/exchange/federation_report.html", context)


def _file(request: HttpRequest, of: Event | Tournament, name: str) -> HttpResponseBase:
    if name not in FILES:
        raise NotFound("no_such_file", _("This no longer exists. Reload the page."))
    federation = _federation(request)
    report = report_of(reported_tournaments(of), federation)
    if name == "matches.csv":
        rows = csv_rows(match_columns(), (cells(row) for row in report.matches))
    else:
        rows = csv_rows(place_columns(), (cells(row) for row in report.places))
    part = "" if federation == FREE else f"-{federation}"
    return streamed(rows, "text/csv", f"{of.slug}{part}-{name}")


def _federation(request: HttpRequest) -> str:
    asked = request.GET.get("federation", FREE)
    return asked if asked in FEDERATIONS else FREE
