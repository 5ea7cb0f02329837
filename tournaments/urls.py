"""Every page of this app, a module a room. Routes that take any word come last."""

from django.urls import path

from tournaments.contacts import urls as contacts
from tournaments.desk import urls as desk
from tournaments.entry import urls as entry
from tournaments.event import urls as event
from tournaments.exchange import urls as exchange
from tournaments.money import urls as money
from tournaments.printing import urls as printing
from tournaments.public import urls as public
from tournaments.public.views import tournament
from tournaments.registration import urls as registration
from tournaments.rehearsal import urls as rehearsal
from tournaments.ruling import urls as ruling
from tournaments.setup import urls as setup
from tournaments.timing import urls as timing
from tournaments.venue import urls as venue

urlpatterns = [
    *setup.urlpatterns,  # tournaments/new/ before tournaments/<slug>/
    *registration.urlpatterns,  # tournaments/<slug>/register/ before tournaments/<slug>/<tab>/
    *public.urlpatterns,
    *entry.urlpatterns,
    *event.urlpatterns,
    *desk.urlpatterns,
    *ruling.urlpatterns,
    *rehearsal.urlpatterns,
    *venue.urlpatterns,
    *timing.urlpatterns,
    *money.urlpatterns,
    *exchange.urlpatterns,
    *contacts.urlpatterns,
    *printing.urlpatterns,
    *desk.catch_all,
    *ruling.catch_all,
    path("tournaments/<slug:slug>/<slug:tab>/", tournament.tournament, name="tournament-tab"),
]
