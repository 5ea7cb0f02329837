"""Addresses of analyses, beside those of the match, and of single positions."""

from django.urls import path

from analysis import position_views, views

urlpatterns = [
    path("matches/<uuid:match_id>/analysis/", views.start, name="match-analysis"),
    path("matches/<uuid:match_id>/analysis.json", views.state, name="match-analysis-data"),
    path("analysis/position/", position_views.position, name="position-analysis"),
]
