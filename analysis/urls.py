"""Addresses of analyses, beside those of the match, of single positions, and of the training."""

from django.urls import path

from analysis import mistakes_views, position_views, solve_views, training_views, views

urlpatterns = [
    path("matches/<uuid:match_id>/analysis/", views.start, name="match-analysis"),
    path("matches/<uuid:match_id>/analysis.json", views.state, name="match-analysis-data"),
    path(
        "matches/<uuid:match_id>/analysis-from-file.json",
        views.file_state,
        name="match-file-analysis-data",
    ),
    path(
        "matches/<uuid:match_id>/analysis/match.<slug:kind>",
        views.download,
        name="match-analysis-file",
    ),
    path(
        "matches/<uuid:match_id>/analysis/solve/<int:seq>/<slug:ask>/",
        solve_views.solve,
        name="match-solve",
    ),
    path("analysis/position/", position_views.position, name="position-analysis"),
    path("training/", training_views.training, name="training"),
    path("training/mistakes/", mistakes_views.mistakes, name="training-mistakes"),
    path("training/mistakes/plan/", mistakes_views.plan, name="training-plan"),
    path("training/mistakes/<int:card_id>/", mistakes_views.card, name="training-card"),
]
