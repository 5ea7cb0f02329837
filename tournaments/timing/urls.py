"""Clocks, lateness, deadlines and appointments."""

from django.urls import URLPattern, path

from tournaments.timing.views import match_times, timing

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/manage/clocks/", timing.clocks, name="tournament-clocks"),
    path(
        "tournaments/<slug:slug>/manage/clocks/<int:pairing_id>/",
        timing.give_time,
        name="tournament-give-time",
    ),
    path("tournaments/<slug:slug>/manage/timing/", timing.settings, name="tournament-timing"),
    path(
        "tournaments/<slug:slug>/manage/deadlines/<int:round_id>/",
        timing.deadline,
        name="tournament-deadline",
    ),
    path(
        "tournaments/<slug:slug>/manage/times/<int:pairing_id>/",
        match_times.pairing_time,
        name="pairing-time",
    ),
    path(
        "tournaments/<slug:slug>/manage/penalties/<int:penalty_id>/",
        timing.penalty,
        name="tournament-penalty",
    ),
    path(
        "tournaments/<slug:slug>/manage/absences/<int:absence_id>/",
        timing.arrived,
        name="tournament-arrived",
    ),
    path("matches/<uuid:match_id>/time/", match_times.match_time, name="match-time"),
    path("matches/<uuid:match_id>/time.ics", match_times.match_calendar, name="match-calendar"),
]
