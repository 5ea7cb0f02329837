"""Playing over the board: tables, check-in, slips and reported scores."""

from django.urls import path

from tournaments.views import slips

urlpatterns = [
    path("t/<slug:code>/", slips.slip, name="slip"),
]
