"""Routes of fair play under /api/v1/."""

from django.urls import path

from fairplay import api

urlpatterns = [
    path("fair-play/players", api.FairPlayPlayers.as_view(), name="api-fair-play"),
    path("fair-play/players/<int:pk>", api.FairPlayPlayer.as_view(), name="api-fair-play-player"),
    path(
        "fair-play/players/<int:pk>/decisions",
        api.FairPlayDecisions.as_view(),
        name="api-fair-play-decisions",
    ),
    path(
        "fair-play/tournaments/<slug:slug>",
        api.FairPlayTournament.as_view(),
        name="api-fair-play-tournament",
    ),
    path(
        "matches/<uuid:match_id>/tab-switches",
        api.TabSwitchesView.as_view(),
        name="api-tab-switches",
    ),
]
