"""Routes of analyses under /api/v1/."""

from django.urls import path

from analysis import api

urlpatterns = [
    path("matches/<uuid:match_id>/analysis", api.AnalysisView.as_view(), name="api-analysis"),
]
