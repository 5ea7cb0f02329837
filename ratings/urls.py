"""Pages of ratings."""

from django.urls import URLPattern, path

from ratings.views.external_import import import_page
from ratings.views.leaderboard import leaderboard
from ratings.views.list_settings import event_list_settings
from ratings.views.lists import event_ratings
from ratings.views.seeding import seed_page

urlpatterns: list[URLPattern] = [
    path("ratings/", leaderboard, name="ratings"),
    path("ratings/import/", import_page, name="ratings-import"),
    path("events/<slug:slug>/ratings/", event_ratings, name="event-ratings"),
    path(
        "events/<slug:slug>/manage/rating-list/",
        event_list_settings,
        name="event-list-settings",
    ),
    path(
        "tournaments/<slug:slug>/manage/seed-by-rating/",
        seed_page,
        name="tournament-seed-by-rating",
    ),
]
