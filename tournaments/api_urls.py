"""Routes of tournaments under /api/v1/. A trailing slash is tolerated, but neither documented nor made."""

from django.urls import path

from tournaments import api

ROUTES = {
    "tournaments": (api.TournamentList, "api-tournaments"),
    "tournaments/<slug:slug>": (api.TournamentDetail, "api-tournament"),
    "tournaments/<slug:slug>/entries": (api.EntryList, "api-entries"),
    "tournaments/<slug:slug>/bracket": (api.BracketDetail, "api-bracket"),
    "tournaments/<slug:slug>/standings": (api.StandingList, "api-standings"),
    "tournaments/<slug:slug>/matches": (api.TournamentMatchList, "api-tournament-matches"),
    "tournaments/<slug:slug>/open": (api.OpenEntry, "api-open"),
    "tournaments/<slug:slug>/start": (api.Start, "api-start"),
    "tournaments/<slug:slug>/cancel": (api.Cancel, "api-cancel"),
}

urlpatterns = [path(route, view.as_view(), name=name) for route, (view, name) in ROUTES.items()]
urlpatterns += [path(f"{route}/", view.as_view(schema=None)) for route, (view, _) in ROUTES.items()]
