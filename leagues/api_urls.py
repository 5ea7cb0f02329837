"""Routes of leagues under /api/v1/."""

from django.urls import path

from leagues import api

SEASON = "leagues/<slug:slug>/seasons/<int:number>"

urlpatterns = [
    path("leagues", api.LeagueList.as_view(), name="api-leagues"),
    path("leagues/<slug:slug>", api.LeagueDetail.as_view(), name="api-league"),
    path("leagues/<slug:slug>/seasons", api.LeagueSeasons.as_view(), name="api-league-seasons"),
    path(SEASON, api.LeagueSeasonDetail.as_view(), name="api-league-season"),
    path(f"{SEASON}/divisions", api.LeagueDivisions.as_view(), name="api-league-divisions"),
    path(
        f"{SEASON}/divisions/<int:division_id>",
        api.LeagueDivisionDetail.as_view(),
        name="api-league-division",
    ),
    path(f"{SEASON}/next", api.LeagueNextSeason.as_view(), name="api-league-next"),
]
