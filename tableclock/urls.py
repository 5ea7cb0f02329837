"""Match clocks beside boards, their links at the desk, and overlays for streams."""

from django.urls import URLPattern, path

from tableclock.views import clock, desk, overlay

urlpatterns: list[URLPattern] = [
    path("clock/<slug:code>/", clock.clock, name="table-clock"),
    path("clock/<slug:code>/log/", clock.log, name="table-clock-log"),
    path("t/<slug:code>/clock/", clock.from_slip, name="slip-clock"),
    path("tournaments/<slug:slug>/manage/match-clocks/", desk.clocks, name="match-clocks"),
    path("overlay/matches/<uuid:match_id>/", overlay.of_match, name="match-overlay"),
    path("overlay/<slug:code>/", overlay.of_link, name="overlay"),
]
