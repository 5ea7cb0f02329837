"""The desk that stays up to date, and the wall."""

from django.urls import path

from tournaments.views.desk import desk_acts, desk_tables, finding, quick_results
from tournaments.views.public import wall
from tournaments.views.ruling import undoing

urlpatterns = [
    path("tournaments/<slug:slug>/manage/find/", finding.find, name="desk-find"),
    path("tournaments/<slug:slug>/manage/quick/", quick_results.quick_result, name="desk-quick"),
    path("tournaments/<slug:slug>/manage/undo/", undoing.undo_last, name="desk-undo"),
    path(
        "tournaments/<slug:slug>/manage/results/<int:result_id>/undo/",
        undoing.undo_result,
        name="tournament-result-undo",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/table/",
        desk_tables.table,
        name="desk-table",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/<slug:verb>/",
        desk_acts.act,
        name="desk-act",
    ),
    path("tournaments/<slug:slug>/wall/", wall.tournament_wall, name="tournament-wall"),
    path("events/<slug:slug>/wall/", wall.event_wall, name="event-wall"),
]
