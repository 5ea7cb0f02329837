"""The desk of a tournament and of an event."""

from django.urls import URLPattern, path

from tournaments.desk.views import (
    assistant,
    command_palette,
    desk,
    draw_room,
    entries,
    entries_table,
    event_desk,
    next_draw,
    pairing_actions,
    room_plan,
    slow_matches,
    table_change,
    typed_results,
    undo,
)

urlpatterns: list[URLPattern] = [
    path("tournaments/<slug:slug>/enter/again/", entries.enter_again, name="tournament-again"),
    path("tournaments/<slug:slug>/enter/team/", entries.own_team, name="tournament-own-team"),
    path("tournaments/<slug:slug>/manage/", desk.manage, name="tournament-manage"),
    path("tournaments/<slug:slug>/manage/open/", desk.open_entry, name="tournament-open"),
    path("tournaments/<slug:slug>/manage/close/", desk.close_entry, name="tournament-close"),
    path("tournaments/<slug:slug>/manage/draw/", draw_room.draw, name="tournament-draw"),
    path(
        "tournaments/<slug:slug>/manage/stages/<int:number>/next/",
        next_draw.next_round,
        name="tournament-next-round",
    ),
    path("tournaments/<slug:slug>/manage/start/", desk.start, name="tournament-start"),
    path(
        "tournaments/<slug:slug>/manage/start/undo/",
        draw_room.undo_start,
        name="tournament-start-undo",
    ),
    path("tournaments/<slug:slug>/manage/cancel/", desk.cancel, name="tournament-cancel"),
    path("tournaments/<slug:slug>/manage/walk-in/", entries.add_walk_in, name="tournament-walk-in"),
    path("tournaments/<slug:slug>/manage/bots/", entries.add_bots, name="tournament-bots"),
    path("tournaments/<slug:slug>/manage/seeds/", entries.set_seeds, name="tournament-seeds"),
    path("tournaments/<slug:slug>/manage/team/", entries.add_team, name="tournament-team"),
    path(
        "tournaments/<slug:slug>/manage/entries/",
        entries_table.table,
        name="tournament-entries-table",
    ),
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/fields/<slug:field>/",
        entries_table.cell,
        name="tournament-entry-field",
    ),
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/",
        entries.entry,
        name="tournament-entry",
    ),
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/remove/",
        entries.remove_entry,
        name="tournament-entry-remove",
    ),
    path("events/<slug:slug>/manage/", event_desk.desk, name="event-manage"),
    path("events/<slug:slug>/manage/find/", command_palette.find_in_event, name="event-find"),
    path("events/<slug:slug>/manage/quick/", typed_results.quick_in_event, name="event-quick"),
    path("events/<slug:slug>/manage/undo/", undo.undo_last_in_event, name="event-undo"),
    path("events/<slug:slug>/manage/settings/", event_desk.settings, name="event-settings"),
    path("events/<slug:slug>/manage/publish/", event_desk.publish, name="event-publish"),
    path("events/<slug:slug>/manage/add/", event_desk.add, name="event-add"),
    path("events/<slug:slug>/manage/announce/", event_desk.announce, name="event-announce"),
    path(
        "tournaments/<slug:slug>/manage/announcements/",
        event_desk.tournament_announcements,
        name="tournament-announcements",
    ),
    path("tournaments/<slug:slug>/manage/clone/", assistant.clone, name="tournament-clone"),
    path("tournaments/<slug:slug>/manage/part/", assistant.part, name="tournament-part"),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/notes/",
        assistant.notes,
        name="tournament-notes",
    ),
    path("tournaments/<slug:slug>/manage/room/", room_plan.plan, name="tournament-room-plan"),
    path("tournaments/<slug:slug>/manage/slow/", slow_matches.slow, name="tournament-slow"),
    path("tournaments/<slug:slug>/manage/find/", command_palette.find, name="desk-find"),
    path("tournaments/<slug:slug>/manage/quick/", typed_results.quick_result, name="desk-quick"),
    path("tournaments/<slug:slug>/manage/undo/", undo.undo_last, name="desk-undo"),
    path(
        "tournaments/<slug:slug>/manage/results/<int:result_id>/undo/",
        undo.undo_result,
        name="tournament-result-undo",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/table/",
        table_change.table,
        name="desk-table",
    ),
]

catch_all: list[URLPattern] = [
    path(
        "events/<slug:slug>/manage/tournaments/<int:tournament_id>/<slug:verb>/",
        event_desk.order,
        name="event-order",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/<slug:verb>/",
        pairing_actions.act,
        name="desk-act",
    ),
]
"""Routes with a verb in the path; they come after all others."""
