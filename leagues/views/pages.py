"""The list of leagues, and a season with the tables of its divisions."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import is_verified
from leagues.models import League, LeagueSeason
from leagues.selectors.leagues import (
    directs_all,
    get_league,
    get_season,
    latest_season,
    listed_leagues,
    looks_after,
    own_leagues,
)
from leagues.selectors.tables import has_changed_since, past_seasons, season_tables

PER_PAGE = 30


@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    """All leagues, the newest first; before them those that the reader looks after."""
    page = Paginator(listed_leagues(), PER_PAGE).get_page(request.GET.get("page"))
    own = own_leagues(request.user) if isinstance(request.user, User) else []
    context = {"page": page, "own": own, "may_start": is_verified(request.user)}
    return render(request, "leagues/list.html", context)


@require_safe
def league_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest season."""
    league = get_league(slug, request.user)
    return _season(request, league, latest_season(league))


@require_safe
def season_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A season with its tables and deadlines."""
    league = get_league(slug, request.user)
    return _season(request, league, get_season(league, number))


def _season(request: HttpRequest, league: League, season: LeagueSeason | None) -> HttpResponse:
    tables = [] if season is None else season_tables(season, request.user)
    seasons = past_seasons(league)
    viewer = request.user
    is_own = looks_after(viewer, league)
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "tables": tables,
        "seasons": seasons,
        "champion": next(
            (row.champion for row in seasons if season and row.season == season), None
        ),
        "has_next": any(season and row.season.number > season.number for row in seasons),
        "has_changed": season is not None and has_changed_since(season, tables),
        "looks_after": is_own,
        "may_prepare": is_own
        and bool(tables)
        and directs_all(viewer, [t.division for t in tables]),
        "own": viewer.player.pk if isinstance(viewer, User) else None,
    }
    return render(request, "leagues/season.html", context)
