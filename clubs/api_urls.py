"""Routes of clubs under /api/v1/."""

from django.urls import path

from clubs import api

urlpatterns = [
    path("clubs", api.ClubList.as_view(), name="api-clubs"),
    path("clubs/<slug:slug>", api.ClubView.as_view(), name="api-club"),
    path("clubs/<slug:slug>/ratings", api.ClubRatings.as_view(), name="api-club-ratings"),
]
