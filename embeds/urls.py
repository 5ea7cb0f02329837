"""Frames for other sites, the page with their code, oEmbed, feeds and calendars."""

from django.urls import path

from embeds.views import calendars, codes, feeds, frames

urlpatterns = [
    path("embed.js", frames.script, name="embed-script"),
    path("embed/tournaments/<slug:slug>/<slug:kind>/", frames.frame, name="embed"),
    path("oembed", codes.oembed, name="oembed"),
    path("tournaments/<slug:slug>/embed/", codes.code, name="tournament-embed"),
    path("tournaments/<slug:slug>/results.atom", feeds.of_tournament, name="tournament-feed"),
    path("events/<slug:slug>/results.atom", feeds.of_event, name="event-feed"),
    path("calendar/<str:code>.ics", calendars.calendar, name="calendar"),
    path("profile/calendar/", calendars.settings_page, name="calendar-settings"),
]
