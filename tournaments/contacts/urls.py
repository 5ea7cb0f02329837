"""Contacts of entrants, for the directors of a tournament."""

from django.urls import URLPattern, path

from tournaments.contacts.views import contacts

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/manage/contacts/", contacts.contacts, name="tournament-contacts"),
    path(
        "tournaments/<slug:slug>/manage/contacts/<int:player_id>/",
        contacts.contact,
        name="tournament-contact",
    ),
]
