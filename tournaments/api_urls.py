"""Routes of tournaments under /api/v1/; one trailing slash is tolerated."""

from django.urls import re_path

from tournaments import api

ONE = r"^tournaments/(?P<slug>[-a-zA-Z0-9_]+)"

urlpatterns = [
    re_path(r"^tournaments/?$", api.TournamentList.as_view(), name="api-tournaments"),
    re_path(ONE + r"/?$", api.TournamentDetail.as_view(), name="api-tournament"),
    re_path(ONE + r"/entries/?$", api.EntryList.as_view(), name="api-entries"),
    re_path(ONE + r"/bracket/?$", api.BracketDetail.as_view(), name="api-bracket"),
    re_path(ONE + r"/standings/?$", api.StandingList.as_view(), name="api-standings"),
    re_path(ONE + r"/matches/?$", api.TournamentMatchList.as_view(), name="api-tournament-matches"),
    re_path(ONE + r"/open/?$", api.OpenEntry.as_view(), name="api-open"),
    re_path(ONE + r"/start/?$", api.Start.as_view(), name="api-start"),
    re_path(ONE + r"/cancel/?$", api.Cancel.as_view(), name="api-cancel"),
]
