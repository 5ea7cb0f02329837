"""Events with their templates, people and words to all."""

from django.urls import URLPattern, path

from tournaments.views.desk import finding, helping, quick_results
from tournaments.views.event import event_desk, events, people
from tournaments.views.ruling import undoing

EVENT = "events/<slug:slug>/manage/"
TOURNAMENT = "tournaments/<slug:slug>/manage/"

urlpatterns: list[URLPattern] = [
    path("events/", events.event_list, name="event-list"),
    path("events/new/", events.choose, name="event-choose"),
    path("events/new/<slug:key>/", events.new, name="event-new"),
    path("events/<slug:slug>/", events.event, name="event"),
    path(EVENT, event_desk.desk, name="event-manage"),
    path(f"{EVENT}find/", finding.find_in_event, name="event-find"),
    path(f"{EVENT}quick/", quick_results.quick_in_event, name="event-quick"),
    path(f"{EVENT}undo/", undoing.undo_last_in_event, name="event-undo"),
    path(f"{EVENT}settings/", event_desk.settings, name="event-settings"),
    path(f"{EVENT}publish/", event_desk.publish, name="event-publish"),
    path(f"{EVENT}add/", event_desk.add, name="event-add"),
    path(f"{EVENT}announce/", event_desk.announce, name="event-announce"),
    path(f"{EVENT}clone/", events.clone, name="event-clone"),
    path(f"{EVENT}people/", people.event_people, name="event-people"),
    path(
        f"{EVENT}tournaments/<int:tournament_id>/<slug:verb>/",
        event_desk.order,
        name="event-order",
    ),
    path(f"{TOURNAMENT}people/", people.tournament_people, name="tournament-people"),
    path(
        f"{TOURNAMENT}announcements/",
        event_desk.tournament_announcements,
        name="tournament-announcements",
    ),
    path(f"{TOURNAMENT}clone/", helping.clone, name="tournament-clone"),
    path(f"{TOURNAMENT}part/", helping.part, name="tournament-part"),
    path(f"{TOURNAMENT}pairings/<int:pairing_id>/notes/", helping.notes, name="tournament-notes"),
    path("invitations/<slug:token>/", people.invitation, name="invitation"),
]
