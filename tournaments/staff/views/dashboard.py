"""unfold's DASHBOARD_CALLBACK: puts the dashboard into the context of the admin's first page.

What is about now is kept for some seconds, days and storage for five minutes: a page that is looked at all day costs little.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.staff.selectors.dashboard import PLAYED_HERE, dashboard
from tournaments.staff.selectors.growth import SPANS, Chart, Growth, chart, growth
from tournaments.staff.selectors.load import load_charts
from tournaments.staff.selectors.storage import storage
from web.requests import number_in

NOW_S = 5
LOAD_S = 60
DAYS_S = 300


def dashboard_callback(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    asked = number_in(request.GET.get("days", ""))
    span = asked if asked is not None and asked in SPANS else SPANS[1]
    now = timezone.now()
    here = f"{get_language()}.{timezone.get_current_timezone_name()}"
    grown: Growth = _kept(f"days.{span}.{now:%Y%m%d}", DAYS_S, lambda: growth(now, span))
    seen = {
        "at": now,
        "dashboard": _kept(f"now.{here}", NOW_S, lambda: dashboard(now)),
        "growth": grown,
        "charts": _charts(grown),
        "load": _kept(f"load.{here}", LOAD_S, lambda: _load(now)),
        "span": span,
        "played_here": PLAYED_HERE,
        "spans": SPANS,
        "storage": _kept(f"storage.{here}", DAYS_S, storage),
    }
    context.update(_kept_whole(request, seen))
    context["title"] = _("Health and growth")
    return context


def _kept_whole(request: HttpRequest, seen: dict[str, Any]) -> dict[str, Any]:
    """Lists that this member of staff may not open are no links for him."""
    user = request.user
    models = {one.model for one in (*seen["dashboard"].figures, *seen["dashboard"].owed)}
    models |= {"accounts_player"} | {table.admin for table in seen["storage"].tables if table.admin}
    named = {model: model.replace("_", ".view_", 1) for model in models}
    return seen | {"may_open": {model for model, right in named.items() if user.has_perm(right)}}


def _kept(name: str, seconds: int, make: Callable[[], Any]) -> Any:
    key = f"staff.dashboard.{name}"
    held = cache.get(key)
    if held is None:
        held = make()
        cache.set(key, held, seconds)
    return held


def _load(now: datetime) -> tuple[Chart, Chart]:
    named = (_("Moves a minute"), _("99 of 100 moves are answered within"))
    return load_charts(now, named, lambda moment: f"{timezone.localtime(moment):%H:%M}")


def _charts(grown: Growth) -> list[Any]:
    return [
        chart("matches", _("Matches ended"), grown.days),
        chart("players", _("Players at the tables"), grown.days),
        chart("sign_ups", _("Sign-ups"), grown.days),
        chart("flags", _("Flags fallen"), grown.days),
    ]
