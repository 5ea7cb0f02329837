"""Playing over the board: tables, check-in, slips and reported scores."""

from django.urls import URLPattern, path

from tournaments.venue.views import check_in, score_sheets, slips, table_map

urlpatterns: list[URLPattern] = [
    path("t/<slug:code>/", slips.slip, name="slip"),
    path("t/<slug:code>/sheet/", score_sheets.sheet, name="slip-sheet"),
    path("c/<slug:code>/", check_in.by_code, name="check-in"),
    path("tournaments/<slug:slug>/manage/tables/", table_map.tables, name="tournament-tables"),
    path(
        "tournaments/<slug:slug>/manage/slips/<int:slip_id>/",
        table_map.slip_at_desk,
        name="tournament-slip",
    ),
    path(
        "tournaments/<slug:slug>/manage/slips/<int:slip_id>/code.png",
        table_map.slip_code,
        name="tournament-slip-code",
    ),
    path("tournaments/<slug:slug>/manage/check-in/", check_in.desk, name="tournament-check-in"),
]
