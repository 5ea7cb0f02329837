"""Clocks, lateness, deadlines and appointments."""

from django.urls import URLPattern, path

from tournaments.views.ruling import sanctions
from tournaments.views.timing import times, timing

DESK = "tournaments/<slug:slug>/manage/"

urlpatterns: list[URLPattern] = [
    path(f"{DESK}clocks/", timing.clocks, name="tournament-clocks"),
    path(f"{DESK}clocks/<int:pairing_id>/", timing.give_time, name="tournament-give-time"),
    path(f"{DESK}timing/", timing.settings, name="tournament-timing"),
    path(f"{DESK}deadlines/<int:round_id>/", timing.deadline, name="tournament-deadline"),
    path(f"{DESK}times/<int:pairing_id>/", times.pairing_time, name="pairing-time"),
    path(f"{DESK}penalties/<int:penalty_id>/", timing.penalty, name="tournament-penalty"),
    path(f"{DESK}absences/<int:absence_id>/", timing.arrived, name="tournament-arrived"),
    path(f"{DESK}sanctions/<int:entry_id>/", sanctions.sanctions, name="tournament-sanctions"),
    path("matches/<uuid:match_id>/time/", times.match_time, name="match-time"),
    path("matches/<uuid:match_id>/time.ics", times.match_calendar, name="match-calendar"),
]
