"""Playing over the board: tables, check-in, slips and reported scores."""

from django.urls import path

from tournaments.views.public import standing_by
from tournaments.views.ruling import moving
from tournaments.views.venue import check_in, floor, sheets, slips

urlpatterns = [
    path("t/<slug:code>/", slips.slip, name="slip"),
    path("t/<slug:code>/sheet/", sheets.sheet, name="slip-sheet"),
    path("c/<slug:code>/", check_in.by_code, name="check-in"),
    path("tournaments/<slug:slug>/stand-by/", standing_by.own, name="tournament-stand-by"),
    path("tournaments/<slug:slug>/manage/tables/", floor.tables, name="tournament-tables"),
    path(
        "tournaments/<slug:slug>/manage/slips/<int:slip_id>/",
        floor.slip_at_desk,
        name="tournament-slip",
    ),
    path(
        "tournaments/<slug:slug>/manage/slips/<int:slip_id>/code.png",
        floor.slip_code,
        name="tournament-slip-code",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/move/",
        moving.pairing,
        name="tournament-move-pairing",
    ),
    path(
        "tournaments/<slug:slug>/manage/rounds/<int:round_id>/move/",
        moving.whole_round,
        name="tournament-move-round",
    ),
    path("tournaments/<slug:slug>/manage/check-in/", check_in.desk, name="tournament-check-in"),
]
