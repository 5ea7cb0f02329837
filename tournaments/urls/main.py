"""The first page, players, the public pages of a tournament, and its desk."""

from django.urls import path

from tournaments.views.desk import director, forming, rehearsing, rounds
from tournaments.views.public import entering, files, home, invited, public, waiting, watching
from tournaments.views.ruling import rulings

urlpatterns = [
    path("", home.home, name="home"),
    path("players/", home.player_list, name="player-list"),
    path("players/<int:pk>/", home.player, name="player"),
    path("waiting/", waiting.waiting, name="waiting"),
    path("waiting/<int:notice_id>/dismiss/", waiting.dismiss, name="waiting-dismiss"),
    path("tv/", watching.tv, name="tv"),
    path("entry-invitations/<int:pk>/", invited.invitation, name="entry-invitation"),
    path("blocked-organizers/", invited.blocks, name="blocked-organizers"),
    path("blocked-organizers/<int:pk>/unblock/", invited.unblock, name="unblock-organizer"),
    path("tournaments/", public.tournament_list, name="tournament-list"),
    path("tournaments/new/", forming.new, name="tournament-new"),
    path("tournaments/new/rules/", forming.rules_part, name="tournament-rules-part"),
    path("tournaments/new/format/", forming.how_part, name="tournament-how-part"),
    path("tournaments/<slug:slug>/", public.tournament, name="tournament"),
    path("tournaments/<slug:slug>/enter/", public.enter, name="tournament-enter"),
    path("tournaments/<slug:slug>/leave/", public.leave, name="tournament-leave"),
    path("tournaments/<slug:slug>/enter/again/", entering.enter_again, name="tournament-again"),
    path("tournaments/<slug:slug>/enter/team/", entering.own_team, name="tournament-own-team"),
    path("tournaments/<slug:slug>/tv/", watching.tv, name="tournament-tv"),
    path("tournaments/<slug:slug>/boards/", watching.boards, name="tournament-boards"),
    path("tournaments/<slug:slug>/manage/tv/", watching.choose, name="tournament-on-tv"),
    path("tournaments/<slug:slug>/manage/", director.manage, name="tournament-manage"),
    path("tournaments/<slug:slug>/manage/settings/", forming.settings, name="tournament-settings"),
    path("tournaments/<slug:slug>/manage/rehearse/", rehearsing.begin, name="tournament-rehearse"),
    path("tournaments/<slug:slug>/manage/rehearsal/", rehearsing.show, name="tournament-rehearsal"),
    path(
        "tournaments/<slug:slug>/manage/rehearsal/play/",
        rehearsing.act,
        name="tournament-rehearsal-act",
    ),
    path("tournaments/<slug:slug>/manage/open/", director.open_entry, name="tournament-open"),
    path("tournaments/<slug:slug>/manage/close/", director.close_entry, name="tournament-close"),
    path("tournaments/<slug:slug>/manage/start/", director.start, name="tournament-start"),
    path("tournaments/<slug:slug>/manage/cancel/", director.cancel, name="tournament-cancel"),
    path(
        "tournaments/<slug:slug>/manage/walk-in/", entering.add_walk_in, name="tournament-walk-in"
    ),
    path("tournaments/<slug:slug>/manage/bots/", entering.add_bots, name="tournament-bots"),
    path("tournaments/<slug:slug>/manage/seeds/", entering.set_seeds, name="tournament-seeds"),
    path("tournaments/<slug:slug>/manage/team/", entering.add_team, name="tournament-team"),
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/",
        entering.entry,
        name="tournament-entry",
    ),
    path(
        "tournaments/<slug:slug>/manage/stages/<int:number>/next/",
        rounds.next_round,
        name="tournament-next-round",
    ),
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
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/remove/",
        entering.remove_entry,
        name="tournament-entry-remove",
    ),
    path(
        "tournaments/<slug:slug>/manage/entries/<int:entry_id>/<slug:verb>/",
        rulings.leave,
        name="tournament-entry-leave",
    ),
    path(
        "tournaments/<slug:slug>/manage/pairings/<int:pairing_id>/",
        rulings.pairing,
        name="tournament-pairing",
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
        "tournaments/<slug:slug>/files/<slug:kind>.zip", files.matches_zip, name="tournament-files"
    ),
]
