"""Routes of ratings under /api/v1/."""

from django.urls import path

from ratings import api

urlpatterns = [
    path("ratings", api.LeaderboardList.as_view(), name="api-ratings"),
    path(
        "ratings/periods/<str:period>",
        api.PeriodLeaderboardList.as_view(),
        name="api-period-ratings",
    ),
    path("events/<slug:slug>/ratings", api.EventRatingList.as_view(), name="api-event-ratings"),
    path(
        "players/<int:pk>/external-ratings",
        api.PlayerExternalRatings.as_view(),
        name="api-player-external-ratings",
    ),
    path(
        "tournaments/<slug:slug>/ratings",
        api.TournamentRatings.as_view(),
        name="api-tournament-ratings",
    ),
    path("players/<int:pk>/ratings", api.PlayerRatingChanges.as_view(), name="api-player-ratings"),
]
