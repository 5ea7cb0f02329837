"""Routes of tournaments under /api/v1/."""

from django.urls import path

from tournaments.desk import api as desk
from tournaments.entry import api as entry
from tournaments.event import api as event
from tournaments.public import api as public
from tournaments.ruling import api as ruling
from tournaments.setup import formats_api
from tournaments.venue import api as venue

TOURNAMENT = "tournaments/<slug:slug>"

urlpatterns = [
    path("events", event.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>", event.EventDetail.as_view(), name="api-event"),
    path("formats", formats_api.FormatList.as_view(), name="api-formats"),
    path("tournaments", public.TournamentList.as_view(), name="api-tournaments"),
    path(TOURNAMENT, public.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}/entries", entry.EntryList.as_view(), name="api-entries"),
    path(f"{TOURNAMENT}/bracket", public.BracketDetail.as_view(), name="api-bracket"),
    path(f"{TOURNAMENT}/standings", public.StandingList.as_view(), name="api-standings"),
    path(
        f"{TOURNAMENT}/matches", public.TournamentMatchList.as_view(), name="api-tournament-matches"
    ),
    path(f"{TOURNAMENT}/rounds", public.BracketDetail.as_view(), name="api-rounds"),
    path(f"{TOURNAMENT}/rulings", ruling.RulingList.as_view(), name="api-rulings"),
    path(
        f"{TOURNAMENT}/pairing-requests",
        ruling.PairingRequestList.as_view(),
        name="api-pairing-requests",
    ),
    path(
        f"{TOURNAMENT}/pairing-requests/<int:request_id>",
        ruling.PairingRequestDetail.as_view(),
        name="api-pairing-request",
    ),
    path(f"{TOURNAMENT}/slips", venue.SlipList.as_view(), name="api-slips"),
    path(
        f"{TOURNAMENT}/slips/<int:slip_id>/reports",
        venue.SlipReports.as_view(),
        name="api-slip-reports",
    ),
    path(f"{TOURNAMENT}/open", public.OpenEntry.as_view(), name="api-open"),
    path(f"{TOURNAMENT}/start", desk.Start.as_view(), name="api-start"),
    path(f"{TOURNAMENT}/cancel", public.Cancel.as_view(), name="api-cancel"),
]
