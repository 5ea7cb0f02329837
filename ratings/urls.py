"""Pages of ratings."""

from django.urls import URLPattern, path

from ratings.views.leaderboard import leaderboard

urlpatterns: list[URLPattern] = [path("ratings/", leaderboard, name="ratings")]
