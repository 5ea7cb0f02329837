"""Routes of series under /api/v1/."""

from django.urls import path

from series import api

urlpatterns = [
    path("series", api.SeriesList.as_view(), name="api-series-list"),
    path("series/<slug:slug>", api.SeriesDetail.as_view(), name="api-series"),
    path(
        "series/<slug:slug>/standings", api.SeriesStandings.as_view(), name="api-series-standings"
    ),
    path(
        "series/<slug:slug>/tournaments", api.SeriesCounted.as_view(), name="api-series-tournaments"
    ),
    path(
        "series/<slug:slug>/tournaments/<slug:counted>",
        api.SeriesCountedTournament.as_view(),
        name="api-series-tournament",
    ),
    path(
        "series/<slug:slug>/adjustments",
        api.SeriesAdjustments.as_view(),
        name="api-series-adjustments",
    ),
    path(
        "series/<slug:slug>/adjustments/<int:adjustment_id>",
        api.SeriesAdjustmentDetail.as_view(),
        name="api-series-adjustment",
    ),
]
