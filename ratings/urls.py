"""Pages of ratings."""

from django.urls import URLPattern, path

from ratings.views.external_import import import_page
from ratings.views.leaderboard import leaderboard

urlpatterns: list[URLPattern] = [
    path("ratings/", leaderboard, name="ratings"),
    path("ratings/import/", import_page, name="ratings-import"),
]
