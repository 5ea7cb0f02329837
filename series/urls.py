"""Pages of series."""

from django.urls import path

from series.views import pages, settings

urlpatterns = [
    path("series/", pages.series_list, name="series-list"),
    path("series/new/", settings.new, name="series-new"),
    path("series/<slug:slug>/", pages.series_page, name="series"),
    path("series/<slug:slug>/standings.csv", pages.series_csv, name="series-csv"),
    path("series/<slug:slug>/settings/", settings.settings, name="series-settings"),
    path("series/<slug:slug>/tournaments/", settings.tournaments, name="series-tournaments"),
    path("series/<slug:slug>/adjustments/", settings.adjustments, name="series-adjustments"),
    path("series/<slug:slug>/delete/", settings.delete, name="series-delete"),
]
