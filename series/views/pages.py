"""The list of series, the order of merit of a series, and the same as CSV."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import is_verified
from series.selectors.schemes import scheme_of
from series.selectors.series import get_series, listed_series, looks_after, own_series
from series.selectors.standings import MeritLine, order_of
from series.texts import TIE_BREAK_NAMES, TIE_BREAK_TEXTS, rule_lines, scheme_lines, tie_text
from series.views.standings_file import standings_csv
from web.requests import number_in

PER_PAGE = 30
LINES_PER_PAGE = 100


@require_safe
def series_list(request: HttpRequest) -> HttpResponse:
    """All series, the newest first; before them those that the reader looks after."""
    page = Paginator(listed_series(), PER_PAGE).get_page(request.GET.get("page"))
    own = own_series(request.user) if isinstance(request.user, User) else []
    context = {"page": page, "own": own, "may_start": is_verified(request.user)}
    return render(request, "series/list.html", context)


@require_safe
def series_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The order of merit; with ?player= the line of a player opened. A constant number of queries."""
    series = get_series(slug, request.user)
    order = order_of(series)
    wanted = number_in(request.GET.get("player", ""))
    opened = next((line for line in order.lines if line.row.player == wanted), None)
    page = Paginator(order.lines, LINES_PER_PAGE).get_page(
        request.GET.get("page") or _page_of(order.lines, opened)
    )
    tie_break = opened.row.tie_break if opened else None
    context = {
        "series": series,
        "order": order,
        "page": page,
        "opened": opened,
        "results": _results(order.columns, opened) if opened else [],
        "own": request.user.player.pk if isinstance(request.user, User) else None,
        "looks_after": looks_after(request.user, series),
        "scheme": scheme_lines(scheme_of(series.scheme)),
        "rules": rule_lines(series.best, series.least_events),
        "breaks": [(TIE_BREAK_NAMES[name], TIE_BREAK_TEXTS[name]) for name in series.tie_breaks],
        "tie_break": tie_text(*tie_break) if tie_break else "",
    }
    return render(request, "series/series.html", context)


@require_safe
def series_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The order of merit as CSV, a column for each event."""
    series = get_series(slug, request.user)
    response = StreamingHttpResponse(
        standings_csv(order_of(series)), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{series.slug}.csv"'
    return response


def _page_of(lines: tuple[MeritLine, ...], opened: MeritLine | None) -> int:
    return 1 if opened is None else lines.index(opened) // LINES_PER_PAGE + 1


def _results(columns: Any, opened: MeritLine) -> list[tuple[Any, Any]]:
    """The columns that are over, each with the player's result or None."""
    pairs = zip(columns, opened.results, strict=True)
    return [(column, result) for column, result in pairs if column.is_over]
