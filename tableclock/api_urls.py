"""Routes of match clocks under /api/v1/."""

from django.urls import URLPattern, path

from tableclock import api

urlpatterns: list[URLPattern] = [
    path("clocks/<slug:code>", api.ClockView.as_view(), name="api-clock"),
    path(
        "tournaments/<slug:slug>/match-clocks",
        api.MatchClocks.as_view(),
        name="api-match-clocks",
    ),
]
