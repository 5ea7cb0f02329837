"""Addresses of analyses, beside those of the match, of single positions, and of the position of the day."""

from django.urls import path

from analysis import position_views, training_views, views

urlpatterns = [
    path("matches/<uuid:match_id>/analysis/", views.start, name="match-analysis"),
    path("matches/<uuid:match_id>/analysis.json", views.state, name="match-analysis-data"),
    path("analysis/position/", position_views.position, name="position-analysis"),
    path("training/", training_views.training, name="training"),
]
