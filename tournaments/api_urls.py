"""Routes of tournaments under /api/v1/."""

from django.urls import path

from tournaments import api

ONE = "tournaments/<slug:slug>"

urlpatterns = [
    path("tournaments", api.TournamentList.as_view(), name="api-tournaments"),
    path(ONE, api.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{ONE}/entries", api.EntryList.as_view(), name="api-entries"),
    path(f"{ONE}/bracket", api.BracketDetail.as_view(), name="api-bracket"),
    path(f"{ONE}/standings", api.StandingList.as_view(), name="api-standings"),
    path(f"{ONE}/matches", api.TournamentMatchList.as_view(), name="api-tournament-matches"),
    path(f"{ONE}/open", api.OpenEntry.as_view(), name="api-open"),
    path(f"{ONE}/start", api.Start.as_view(), name="api-start"),
    path(f"{ONE}/cancel", api.Cancel.as_view(), name="api-cancel"),
]
