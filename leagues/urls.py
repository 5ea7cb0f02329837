"""Pages of leagues."""

from django.urls import path

from leagues.views import next_season, pages, settings

SEASON = "leagues/<slug:slug>/seasons/<int:number>/"

urlpatterns = [
    path("leagues/", pages.league_list, name="league-list"),
    path("leagues/new/", settings.new, name="league-new"),
    path("leagues/<slug:slug>/", pages.league_page, name="league"),
    path("leagues/<slug:slug>/settings/", settings.settings, name="league-settings"),
    path("leagues/<slug:slug>/seasons/", settings.seasons, name="league-seasons"),
    path("leagues/<slug:slug>/delete/", settings.delete, name="league-delete"),
    path(SEASON, pages.season_page, name="league-season"),
    path(f"{SEASON}divisions/", settings.divisions, name="league-divisions"),
    path(f"{SEASON}next/", next_season.next_season, name="league-next"),
]
