"""Addresses of analyses, beside those of the match."""

from django.urls import path

from analysis import views

urlpatterns = [
    path("matches/<uuid:match_id>/analysis/", views.start, name="match-analysis"),
    path("matches/<uuid:match_id>/analysis.json", views.state, name="match-analysis-data"),
]
