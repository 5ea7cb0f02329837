"""Routes of tournaments under /api/v1/."""

from django.urls import path

from tournaments.api import entering, events, formats, rulings, slips, starting, tournaments

ONE = "tournaments/<slug:slug>"

urlpatterns = [
    path("events", events.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>", events.EventDetail.as_view(), name="api-event"),
    path("formats", formats.FormatList.as_view(), name="api-formats"),
    path("tournaments", tournaments.TournamentList.as_view(), name="api-tournaments"),
    path(ONE, tournaments.TournamentDetail.as_view(), name="api-tournament"),
    path(f"{ONE}/entries", entering.EntryList.as_view(), name="api-entries"),
    path(f"{ONE}/bracket", tournaments.BracketDetail.as_view(), name="api-bracket"),
    path(f"{ONE}/standings", tournaments.StandingList.as_view(), name="api-standings"),
    path(
        f"{ONE}/matches", tournaments.TournamentMatchList.as_view(), name="api-tournament-matches"
    ),
    path(f"{ONE}/rounds", tournaments.BracketDetail.as_view(), name="api-rounds"),
    path(f"{ONE}/rulings", rulings.RulingList.as_view(), name="api-rulings"),
    path(f"{ONE}/slips", slips.SlipList.as_view(), name="api-slips"),
    path(
        f"{ONE}/slips/<int:slip_id>/reports",
        slips.SlipReports.as_view(),
        name="api-slip-reports",
    ),
    path(f"{ONE}/open", tournaments.OpenEntry.as_view(), name="api-open"),
    path(f"{ONE}/start", starting.Start.as_view(), name="api-start"),
    path(f"{ONE}/cancel", tournaments.Cancel.as_view(), name="api-cancel"),
]
