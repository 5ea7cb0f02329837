"""Making a tournament and its settings."""

from django.urls import URLPattern, path

from tournaments.setup.views import short_form, tournament_form

urlpatterns: list[URLPattern] = [
    path("tournaments/new/", short_form.new, name="tournament-new"),
    path("tournaments/new/part/", short_form.part, name="tournament-new-part"),
    path("tournaments/new/full/", tournament_form.full, name="tournament-new-full"),
    path("tournaments/new/rules/", tournament_form.rules_part, name="tournament-rules-part"),
    path("tournaments/new/format/", tournament_form.how_part, name="tournament-how-part"),
    path(
        "tournaments/<slug:slug>/manage/settings/",
        tournament_form.settings,
        name="tournament-settings",
    ),
]
