"""Pages of ratings."""

from django.urls import URLPattern, path

from ratings.views.external_import import import_page
from ratings.views.leaderboard import leaderboard
from ratings.views.seeding import seed_page

urlpatterns: list[URLPattern] = [
    path("ratings/", leaderboard, name="ratings"),
    path("ratings/import/", import_page, name="ratings-import"),
    path(
        "tournaments/<slug:slug>/manage/seed-by-rating/",
        seed_page,
        name="tournament-seed-by-rating",
    ),
]
