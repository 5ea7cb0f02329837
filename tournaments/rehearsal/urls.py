"""Rehearsals of a tournament."""

from django.urls import URLPattern, path

from tournaments.rehearsal.views import rehearsal

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/manage/rehearse/", rehearsal.begin, name="tournament-rehearse"),
    path("tournaments/<slug:slug>/manage/rehearsal/", rehearsal.show, name="tournament-rehearsal"),
    path(
        "tournaments/<slug:slug>/manage/rehearsal/play/",
        rehearsal.act,
        name="tournament-rehearsal-act",
    ),
]
