"""Every page of this app, a module a subject. A tournament's tabs come last: they take any word."""

from django.urls import path

from tournaments.urls import desk, events, main, money, papers, staff, timing, venue
from tournaments.views.public import public

urlpatterns = [
    *main.urlpatterns,
    *events.urlpatterns,
    *venue.urlpatterns,
    *timing.urlpatterns,
    *money.urlpatterns,
    *desk.urlpatterns,
    *papers.urlpatterns,
    *staff.urlpatterns,
    path("tournaments/<slug:slug>/<slug:tab>/", public.tournament, name="tournament-tab"),
]
