"""Routes of games under /api/v1/."""

from django.urls import path

from games import api
from games.views.import_api import MatchImport

urlpatterns = [
    path("matches", api.MatchList.as_view(), name="api-matches"),
    path("matches/import", MatchImport.as_view(), name="api-match-import"),
    path("matches/<uuid:match_id>", api.MatchDetail.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/actions", api.ActionList.as_view(), name="api-actions"),
]
