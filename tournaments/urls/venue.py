"""Playing over the board: tables, check-in, slips and reported scores."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
