"""Routes of tournaments under /api/v1/."""

from django.urls import path

from tournaments import api, api_events, api_formats, api_rulings, api_slips

ONE = "tournaments/<slug:slug>"

urlpatterns = [
    path("events", api_events.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>", api_events.EventDetail.as_view(), name="api-event"),
    path("formats", api_formats.FormatList.as_view(), name="api-formats"),
    path("tournaments", api.TournamentList.as_view(), name="api-tournaments"),
    path(ONE, api.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{ONE}/entries", api.EntryList.as_view(), name="api-entries"),
    path(f"{ONE}/bracket", api.BracketDetail.as_view(), name="api-bracket"),
    path(f"{ONE}/standings", api.StandingList.as_view(), name="api-standings"),
    path(f"{ONE}/matches", api.TournamentMatchList.as_view(), name="api-tournament-matches"),
    path(f"{ONE}/rounds", api.BracketDetail.as_view(), name="api-rounds"),
    path(f"{ONE}/rulings", api_rulings.RulingList.as_view(), name="api-rulings"),
    path(f"{ONE}/slips", api_slips.SlipList.as_view(), name="api-slips"),
    path(
        f"{ONE}/slips/<int:slip_id>/reports",
        api_slips.SlipReports.as_view(),
        name="api-slip-reports",
    ),
    path(f"{ONE}/open", api.OpenEntry.as_view(), name="api-open"),
    path(f"{ONE}/start", api.Start.as_view(), name="api-start"),
    path(f"{ONE}/cancel", api.Cancel.as_view(), name="api-cancel"),
]
