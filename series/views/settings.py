"""What the organizer of a series does: start it, set it up with a preview, add tournaments, adjust points, delete it."""

from copy import copy
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import verified_login_required
from accounts.requests import me
from series.forms import AdjustmentForm, CountedForm, SeriesForm
from series.models import Series, SeriesTournament
from series.selectors.earlier import offered_tournaments
from series.selectors.records import record_rows
from series.selectors.scheme_preview import SchemePreview, preview_of
from series.selectors.series import get_series, looks_after
from series.selectors.standings import SeasonResults, order_of, season_of
from series.services import adjustments as adjusting
from series.services import counted
from series.services import series as services
from series.services.checks import require_valid
from series.services.locking import require_organizer
from web.errors import DomainError, NotFound
from web.requests import number_in, posted

FIELDS = {"bad_tie_breaks": "tie_break_1", "bad_number_of_results": "best", "bad_sizes": "by_size"}


@verified_login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Start a series; do=preview only shows what it would give."""
    form = SeriesForm(posted(request), me(request))
    shown = None
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("do") != "preview":
                made = services.start_series(me(request), timezone.now(), **form.facts())
                messages.success(request, _("Series started. Now add its tournaments."))
                return redirect("series-settings", made.slug)
            shown = _previewed(form, None, None)
        except DomainError as refused:
            _refuse(form, refused)
    context = {"form": form, "preview": shown}
    return render(request, "series/new.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about a series; a POST saves its settings, or with do=preview shows what they would give."""
    series = _own(request, slug)
    form = SeriesForm(posted(request), me(request), series)
    season = season_of(series)
    shown = None
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("do") != "preview":
                now = timezone.now()
                version = form.cleaned_data["version"]
                services.change_series(series.pk, me(request), now, version=version, **form.facts())
                messages.success(request, _("Settings saved."))
                return redirect("series-settings", slug)
            shown = _previewed(form, series, season)
        except DomainError as refused:
            _refuse(form, refused)
            if refused.code == "changed_meanwhile":
                form.renew_version(series)
    sent = form if request.method == "POST" else None
    return _page(request, series, season, sent, shown)


@login_required
@require_POST
def tournaments(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: add a tournament, weigh one or remove one."""
    do, now = request.POST.get("do", ""), timezone.now()
    if do == "remove":
        series = get_series(slug, request.user)
        counted.remove_tournament(me(request), series.pk, _number(request, "tournament"), now)
        messages.success(request, _("Tournament removed."))
        may_return = looks_after(request.user, series)
        return redirect(_back(series, "tournaments") if may_return else series)
    series = _own(request, slug)
    if do == "weigh":
        weight = number_in(request.POST.get("weight", "").strip()) or 0
        pk = _number(request, "tournament")
        counted.weigh_tournament(me(request), series.pk, pk, weight, now)
        messages.success(request, _("Weight saved."))
        return redirect(_back(series, "tournaments"))
    form = CountedForm(request.POST, offered_tournaments(me(request), series))
    if form.is_valid():
        typed = form.cleaned_data
        try:
            added = counted.add_tournament(
                me(request), series.pk, typed["tournament"], now,
                weight=typed["weight"], earlier=typed["earlier"],
            )  # fmt: skip
        except DomainError as refused:
            form.add_error(None, refused.detail)
        else:
            text = ngettext("Tournament added.", "%(n)d tournaments added.", len(added))
            messages.success(request, text % {"n": len(added)})
            return redirect(_back(series, "tournaments"))
    return _page(request, series, season_of(series), form)


@login_required
@require_POST
def adjustments(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: add an adjustment, or withdraw the one in `adjustment`."""
    series, now = _own(request, slug), timezone.now()
    if request.POST.get("do") == "withdraw":
        pk = _number(request, "adjustment")
        adjusting.withdraw_adjustment(me(request), series.pk, pk, now)
        messages.success(request, _("Adjustment withdrawn."))
        return redirect(_back(series, "adjustments"))
    season = season_of(series)
    form = AdjustmentForm(request.POST, _players(series, season))
    if form.is_valid():
        typed = form.cleaned_data
        try:
            adjusting.add_adjustment(
                me(request), series.pk, typed["player"], typed["points"], typed["reason"], now
            )
        except DomainError as refused:
            form.add_error("points" if refused.code == "bad_points" else None, refused.detail)
        else:
            messages.success(request, _("Adjustment added."))
            return redirect(_back(series, "adjustments"))
    return _page(request, series, season, form)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Delete the series; its page has asked first."""
    services.delete_series(_own(request, slug).pk, me(request))
    messages.success(request, _("Series deleted."))
    return redirect("series-list")


def _own(request: HttpRequest, slug: str) -> Series:
    """The series, if the user looks after it."""
    series = get_series(slug, request.user)
    require_organizer(me(request), series)
    return series


def _page(
    request: HttpRequest,
    series: Series,
    season: SeasonResults,
    sent: Form | None = None,
    preview: SchemePreview | None = None,
) -> HttpResponse:
    """The settings with the form that was sent; the others are as they are at first."""
    user = me(request)
    offered = offered_tournaments(user, series)
    rows = SeriesTournament.objects.filter(series=series).select_related("tournament__event")
    adjusted = series.adjustments.filter(withdrawn_at=None).select_related("player")
    by_kind = {type(sent): sent}
    context = {
        "series": series,
        "form": by_kind.get(SeriesForm) or SeriesForm(None, user, series),
        "preview": preview,
        "counted": list(rows.order_by("-tournament__event__starts_on", "-pk")),
        "offered": offered,
        "counted_form": by_kind.get(CountedForm) or CountedForm(None, offered),
        "adjustment_form": by_kind.get(AdjustmentForm)
        or AdjustmentForm(None, _players(series, season)),
        "adjustments": list(adjusted.order_by("-pk")),
        "records": record_rows(series),
    }
    status = 422 if sent is not None and sent.errors else 200
    return render(request, "series/settings.html", context, status=status)


def _players(series: Series, season: SeasonResults) -> list[tuple[int, str]]:
    """Everybody with a result, by name."""
    lines = order_of(series, season).lines
    return sorted(
        ((line.row.player, line.player.name) for line in lines if line.row.played),
        key=lambda pair: pair[1].casefold(),
    )


def _previewed(
    form: SeriesForm, saved: Series | None, season: SeasonResults | None
) -> SchemePreview:
    """Refused as the service would refuse it."""
    changed = Series() if saved is None else copy(saved)
    for name, value in form.facts().items():
        setattr(changed, name, value)
    require_valid(changed)
    return preview_of(changed, saved, season)


def _refuse(form: SeriesForm, refused: DomainError) -> None:
    """Say it beside the field, or above the form where no field of it is meant."""
    if refused.status not in (400, 409, 429):
        raise refused
    field: Any = FIELDS.get(refused.code)
    form.add_error(field, refused.detail)


def _number(request: HttpRequest, name: str) -> int:
    number = number_in(request.POST.get(name, ""))
    if number is None:
        raise NotFound("nothing_chosen", _("This no longer exists. Reload the page."))
    return number


def _back(series: Series, part: str) -> str:
    return reverse("series-settings", args=[series.slug]) + f"#{part}"
