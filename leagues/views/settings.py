"""What the organizer of a league does: start it, change it, add seasons and divisions, delete it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import verified_login_required
from accounts.requests import me
from leagues.forms import DivisionForm, LeagueForm, NewDivisionForm, SeasonForm
from leagues.models import League, LeagueDivision, LeagueSeason
from leagues.selectors.leagues import (
    divisions_of,
    get_league,
    get_season,
    offered_tournaments,
    seasons_of,
    seen_of,
)
from leagues.selectors.next_season import next_name
from leagues.selectors.records import record_rows
from leagues.services import leagues as services
from leagues.services import seasons as season_services
from leagues.services.locking import require_league_organizer
from web.errors import DomainError, NotFound
from web.requests import number_in, posted

SHOWN_STATUSES = (400, 409, 429)


@verified_login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Start a league."""
    form = LeagueForm(posted(request), me(request))
    if request.method == "POST" and form.is_valid():
        try:
            league = services.start_league(me(request), timezone.now(), **form.facts())
        except DomainError as refused:
            _refuse(form, refused)
        else:
            messages.success(request, _("League started. Now add its first season."))
            return redirect("league-settings", league.slug)
    status = 422 if form.errors else 200
    return render(request, "leagues/new.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The league, its seasons and its record; a POST saves the settings."""
    league = _own(request, slug)
    form = LeagueForm(posted(request), me(request), league)
    if request.method == "POST" and form.is_valid():
        try:
            version = form.cleaned_data["version"]
            services.change_league(
                league.pk, me(request), timezone.now(), version=version, **form.facts()
            )
        except DomainError as refused:
            _refuse(form, refused)
            if refused.code == "changed_meanwhile":
                form.renew_version(league)
        else:
            messages.success(request, _("Settings saved."))
            return redirect("league-settings", slug)
    return _page(request, league, form if request.method == "POST" else None)


@login_required
@require_POST
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """`do`: add a season, or remove the latest one."""
    league, now = _own(request, slug), timezone.now()
    if request.POST.get("do") == "remove":
        season = get_season(league, number_in(request.POST.get("season", "")) or 0)
        season_services.remove_season(me(request), season.pk, now)
        messages.success(request, _("Season removed."))
        return redirect("league-settings", slug)
    form = SeasonForm(request.POST)
    if form.is_valid():
        try:
            season = season_services.add_season(
                me(request), league.pk, now, name=form.cleaned_data["name"]
            )  # fmt: skip
        except DomainError as refused:
            _refuse(form, refused)
        else:
            messages.success(request, _("Season added. Now add its divisions from the top."))
            return redirect("league-divisions", slug, season.number)
    return _page(request, league, form)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def divisions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The divisions of a season; `do`: add, change or remove one."""
    league = _own(request, slug)
    season = get_season(league, number)
    if request.method != "POST":
        return _divisions(request, season)
    do, user, now = request.POST.get("do", ""), me(request), timezone.now()
    if do == "remove":
        division = _division(request, season)
        season_services.remove_division(user, division.pk, now)
        messages.success(request, _("Division removed."))
        return redirect("league-divisions", slug, number)
    form: DivisionForm | NewDivisionForm
    if do == "change":
        form = DivisionForm(request.POST, _division(request, season))
    else:
        form = NewDivisionForm(request.POST, offered_tournaments(user, league))
    if form.is_valid():
        typed = form.cleaned_data
        try:
            if isinstance(form, DivisionForm):
                season_services.change_division(user, form.division.pk, now, **typed)
                messages.success(request, _("Division saved."))
            else:
                season_services.add_division(user, season.pk, now, **typed)
                messages.success(request, _("Division added."))
        except DomainError as refused:
            _refuse(form, refused)
        else:
            return redirect("league-divisions", slug, number)
    return _divisions(request, season, form)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Delete the league; its page has asked first."""
    services.delete_league(_own(request, slug).pk, me(request))
    messages.success(request, _("League deleted."))
    return redirect("league-list")


def _own(request: HttpRequest, slug: str) -> League:
    """The league, if the user looks after it."""
    league = get_league(slug, request.user)
    require_league_organizer(me(request), league)
    return league


def _division(request: HttpRequest, season: LeagueSeason) -> LeagueDivision:
    pk = number_in(request.POST.get("division", ""))
    division = season.divisions.filter(pk=pk).first() if pk is not None else None
    if division is None:
        text = _("This division no longer exists. Reload the page.")
        raise NotFound("no_such_division", text)
    return division


def _page(request: HttpRequest, league: League, sent: Form | None = None) -> HttpResponse:
    """The settings with the form that was sent; the others are as they are at first."""
    listed = seasons_of(league)
    name = next_name(listed[0]) if listed else _("Season %(number)s") % {"number": 1}
    context: dict[str, Any] = {
        "league": league,
        "form": sent if isinstance(sent, LeagueForm) else LeagueForm(None, me(request), league),
        "season_form": sent if isinstance(sent, SeasonForm) else SeasonForm(None, name),
        "seasons": listed,
        "records": record_rows(league),
    }
    status = 422 if sent is not None and sent.errors else 200
    return render(request, "leagues/settings.html", context, status=status)


def _divisions(
    request: HttpRequest, season: LeagueSeason, sent: DivisionForm | NewDivisionForm | None = None
) -> HttpResponse:
    offered = offered_tournaments(me(request), season.league)
    changed = sent if isinstance(sent, DivisionForm) else None
    rows = divisions_of(season)
    forms = [
        changed if changed and changed.division.pk == row.pk else DivisionForm(None, row)
        for row in rows
    ]
    context: dict[str, Any] = {
        "league": season.league,
        "season": season,
        "forms": forms,
        "seen": seen_of(rows, request.user),
        "offered": offered,
        "new_form": sent if isinstance(sent, NewDivisionForm) else NewDivisionForm(None, offered),
    }
    status = 422 if sent is not None and sent.errors else 200
    return render(request, "leagues/divisions.html", context, status=status)


def _refuse(form: Form, refused: DomainError) -> None:
    """Say it above the form."""
    if refused.status not in SHOWN_STATUSES:
        raise refused
    form.add_error(None, refused.detail)
