"""Imports and exports of files."""

from django.urls import URLPattern, path

from tournaments.exchange.views import event_files, federation_report, files, pasted_names

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/manage/paste/", pasted_names.paste, name="tournament-paste"),
    path("tournaments/<slug:slug>/manage/files/", files.files, name="tournament-exchange"),
    path(
        "tournaments/<slug:slug>/manage/files/<int:file_id>/", files.take, name="tournament-import"
    ),
    path("tournaments/<slug:slug>/manage/files/<str:name>", files.export, name="tournament-export"),
    path(
        "tournaments/<slug:slug>/manage/report/",
        federation_report.tournament_report,
        name="tournament-report",
    ),
    path(
        "tournaments/<slug:slug>/manage/report/<str:name>",
        federation_report.tournament_report_file,
        name="tournament-report-file",
    ),
    path("events/<slug:slug>/manage/report/", federation_report.event_report, name="event-report"),
    path(
        "events/<slug:slug>/manage/report/<str:name>",
        federation_report.event_report_file,
        name="event-report-file",
    ),
    path("events/<slug:slug>/manage/players.csv", event_files.players, name="event-players"),
    path("events/<slug:slug>/manage/files/", event_files.files, name="event-exchange"),
    path("events/<slug:slug>/manage/files/<int:file_id>/", event_files.take, name="event-import"),
]
