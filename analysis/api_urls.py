"""Routes of analyses under /api/v1/."""

from django.urls import path

from analysis import api, position_api, training_api

urlpatterns = [
    path("matches/<uuid:match_id>/analysis", api.AnalysisView.as_view(), name="api-analysis"),
    path(
        "matches/<uuid:match_id>/analysis/from-file",
        api.ImportedAnalysisView.as_view(),
        name="api-imported-analysis",
    ),
    path(
        "matches/<uuid:match_id>/analysis/files/<slug:kind>",
        api.AnalysisFileView.as_view(),
        name="api-analysis-file",
    ),
    path("analysis/position", position_api.PositionView.as_view(), name="api-position"),
    path("training/due", training_api.TrainingDueView.as_view(), name="api-training-due"),
    path("training/next", training_api.TrainingNextView.as_view(), name="api-training-next"),
    path(
        "training/cards/<int:card_id>",
        training_api.TrainingCardView.as_view(),
        name="api-training-card",
    ),
    path("training/plan", training_api.TrainingPlanView.as_view(), name="api-training-plan"),
]
