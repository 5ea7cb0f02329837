"""unfold's DASHBOARD_CALLBACK: puts the dashboard into the context of the admin's first page.

Figures of the moment are cached for some seconds, days and storage for five minutes, since staff leave the page open all day.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.staff.selectors.dashboard import PLAYED_HERE, dashboard
from tournaments.staff.selectors.growth import SPANS, Chart, DailyFigures, chart, growth
from tournaments.staff.selectors.load import load_charts
from tournaments.staff.selectors.storage import storage
from web.requests import number_in

NOW_S = 5
LOAD_S = 60
DAYS_S = 300


def dashboard_callback(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    days = number_in(request.GET.get("days", ""))
    span = days if days is not None and days in SPANS else SPANS[1]
    now = timezone.now()
    locale = f"{get_language()}.{timezone.get_current_timezone_name()}"
    figures: DailyFigures = _cached(f"days.{span}.{now:%Y%m%d}", DAYS_S, lambda: growth(now, span))
    shown = {
        "at": now,
        "dashboard": _cached(f"now.{locale}", NOW_S, lambda: dashboard(now)),
        "growth": figures,
        "charts": _charts(figures),
        "load": _cached(f"load.{locale}", LOAD_S, lambda: _load(now)),
        "span": span,
        "played_here": PLAYED_HERE,
        "spans": SPANS,
        "storage": _cached(f"storage.{locale}", DAYS_S, storage),
    }
    context.update(_with_rights(request, shown))
    context["title"] = "Health and growth"
    return context


def _with_rights(request: HttpRequest, shown: dict[str, Any]) -> dict[str, Any]:
    """Adds the models whose lists this member of staff may open; the others are shown without a link."""
    user = request.user
    models = {row.model for row in (*shown["dashboard"].figures, *shown["dashboard"].backlog)}
    models |= {"accounts_player"} | {
        table.admin for table in shown["storage"].tables if table.admin
    }
    view_rights = {model: model.replace("_", ".view_", 1) for model in models}
    return shown | {
        "may_open": {model for model, right in view_rights.items() if user.has_perm(right)}
    }


def _cached(name: str, seconds: int, make: Callable[[], Any]) -> Any:
    key = f"staff.dashboard.{name}"
    value = cache.get(key)
    if value is None:
        value = make()
        cache.set(key, value, seconds)
    return value


def _load(now: datetime) -> tuple[Chart, Chart]:
    titles = ("Moves per minute", "99th percentile of move response time")
    return load_charts(now, titles, lambda moment: f"{timezone.localtime(moment):%H:%M}")


def _charts(figures: DailyFigures) -> list[Any]:
    return [
        chart("matches", "Matches finished", figures.days),
        chart("players", "Active players", figures.days),
        chart("sign_ups", "Sign-ups", figures.days),
        chart("flags", "Time forfeits", figures.days),
    ]
