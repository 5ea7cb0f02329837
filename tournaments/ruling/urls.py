"""Rulings, rounds and penalties for conduct."""

from django.urls import URLPattern, path

from tournaments.ruling.views import (
    conduct_penalties,
    pairing_requests,
    rounds,
    rulings,
    venue_change,
)

urlpatterns: list[URLPattern] = [
    path(
        "tournaments/<slug:slug>/manage/rounds/<int:round_id>/",
        rounds.round_page,
        name="tournament-round",
    ),
    path(
        "tournaments/<slug:slug>/manage/rounds/<int:round_id>/pairs/",
        rounds.pair_round,
        name="tournament-round-pairs",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/",
        rulings.pairing,
        name="tournament-pairing",
    ),
    path(
        "tournaments/<slug:slug>/manage/requests/",
        pairing_requests.pairing_requests,
        name="tournament-pairing-requests",
    ),
    path("tournaments/<slug:slug>/manage/rulings/", rulings.record, name="tournament-rulings"),
    path(
        "tournaments/<slug:slug>/manage/rulings/<int:ruling_id>/undo/",
        rulings.undo,
        name="tournament-ruling-undo",
    ),
    path(
        "tournaments/<slug:slug>/manage/stages/<int:number>/redraw/",
        rulings.redraw,
        name="tournament-stage-redraw",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/move/",
        venue_change.pairing,
        name="tournament-move-pairing",
    ),
    path(
        "tournaments/<slug:slug>/manage/rounds/<int:round_id>/move/",
        venue_change.whole_round,
        name="tournament-move-round",
    ),
    path(
        "tournaments/<slug:slug>/manage/sanctions/<int:entry_id>/",
        conduct_penalties.conduct_penalties,
        name="tournament-conduct-penalties",
    ),
]

catch_all: list[URLPattern] = [
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/<slug:verb>/",
        rulings.leave,
        name="tournament-entry-leave",
    ),
]
"""Routes that match any word; they come after all others."""
