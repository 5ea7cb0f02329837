"""Preparing the next season: a preview that the organizer changes by hand, then one press."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import me
from leagues.forms import NextSeasonForm
from leagues.models import LeagueSeason
from leagues.selectors.leagues import get_league, get_season
from leagues.selectors.next_season import (
    NextChoices,
    NextPreview,
    preview_of,
    require_few_players,
)
from leagues.selectors.tables import all_tables
from leagues.services.locking import require_league_organizer
from leagues.services.next_season import (
    PreparedSeason,
    prepare_next,
    require_division_director,
)
from web.errors import DomainError
from web.requests import posted


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
def next_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The preview; a POST shows it with what was changed, and with do=make prepares the season."""
    league = get_league(slug, request.user)
    require_league_organizer(me(request), league)
    season = get_season(league, number)
    require_division_director(me(request), season)
    tables = all_tables(season)
    require_few_players(tables)
    form = NextSeasonForm(posted(request), season, tables)
    if request.method == "POST" and form.is_valid() and request.POST.get("do") == "make":
        try:
            prepared = prepare_next(me(request), season.pk, timezone.now(), form.choices())
        except DomainError as refused:
            if refused.status not in (400, 409, 429):
                raise
            form.add_error(None, refused.detail)
        else:
            has_teams = preview_of(season, NextChoices()).has_teams
            _report(request, prepared, has_teams=has_teams)
            return redirect("league-season", slug, prepared.season.number)
    preview = _preview(season, form)
    following = league.seasons.filter(number__gt=season.number).order_by("number").first()
    context: dict[str, Any] = {
        "league": league,
        "season": season,
        "form": form,
        "preview": preview,
        "divisions": [
            (row, [(line, form.place_of(line.player, line.name)) for line in row.lines])
            for row in preview.divisions
        ],
        "gone": [(line, form.place_of(line.player, line.name)) for line in preview.gone],
        "following": following,
    }
    return render(
        request, "leagues/next.html", context, status=422 if form.errors else 200
    )  # fmt: skip


def _preview(season: LeagueSeason, form: NextSeasonForm) -> NextPreview:
    """With what was chosen; by the rules alone where that is refused, which the form then says."""
    try:
        return preview_of(season, form.choices())
    except DomainError as refused:
        form.add_error(None, refused.detail)
        return preview_of(season, NextChoices())


def _report(request: HttpRequest, prepared: PreparedSeason, *, has_teams: bool) -> None:
    if not prepared.is_new:
        messages.info(request, _("The next season exists already."))
        return
    messages.success(request, _("Next season prepared. Its divisions are drafts."))
    if prepared.refused:
        count = len(prepared.refused)
        text = (
            ngettext("%(n)d team could not be entered:", "%(n)d teams could not be entered:", count)
            if has_teams
            else ngettext(
                "%(n)d player could not be entered:", "%(n)d players could not be entered:", count
            )
        )
        listed = " ".join(f"{row.name}: {row.reason}" for row in prepared.refused)
        messages.warning(request, f"{text % {'n': count}} {listed}")
