"""Routes of ratings under /api/v1/."""

from django.urls import path

from ratings.api import list_settings, reading

urlpatterns = [
    path("ratings", reading.LeaderboardList.as_view(), name="api-ratings"),
    path(
        "ratings/periods/<str:period>",
        reading.PeriodLeaderboardList.as_view(),
        name="api-period-ratings",
    ),
    path("events/<slug:slug>/ratings", reading.EventRatingList.as_view(), name="api-event-ratings"),
    path(
        "events/<slug:slug>/rating-list",
        list_settings.EventListSettings.as_view(),
        name="api-event-list-settings",
    ),
    path(
        "players/<int:pk>/external-ratings",
        reading.PlayerExternalRatings.as_view(),
        name="api-player-external-ratings",
    ),
    path(
        "tournaments/<slug:slug>/ratings",
        reading.TournamentRatings.as_view(),
        name="api-tournament-ratings",
    ),
    path(
        "players/<int:pk>/ratings", reading.PlayerRatingChanges.as_view(), name="api-player-ratings"
    ),
]
