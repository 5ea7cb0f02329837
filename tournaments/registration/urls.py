"""Entering without an account, and its page at the desk."""

from django.urls import URLPattern, path

from tournaments.registration.views import desk, register

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/register/", register.register, name="tournament-register"),
    path(
        "tournaments/<slug:slug>/manage/registrations/", desk.desk, name="tournament-registrations"
    ),
    path("registrations/<slug:token>/", register.own_registration, name="registration"),
    path("registrations/<slug:token>/start.ics", register.calendar, name="registration-calendar"),
]
