"""Pages that everybody may see: the first page, players, tournaments, walls, TV."""

from django.urls import URLPattern, path

from tournaments.players.views import player_page
from tournaments.public.views import (
    after_match,
    home,
    match_files,
    room_wall,
    search,
    tournament,
    tv,
    waiting,
    wall,
)

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("players/", home.player_list, name="player-list"),
    path("players/<int:pk>/", player_page.player, name="player"),
    path("players/<int:pk>/matches.csv", player_page.matches_csv, name="player-matches"),
    path("players/<int:pk>/files/<slug:kind>.zip", player_page.matches_zip, name="player-files"),
    path("search/", search.search_page, name="search"),
    path("search/suggestions.json", search.suggestions, name="search-suggestions"),
    path("waiting/", waiting.waiting, name="waiting"),
    path("waiting/<int:notice_id>/dismiss/", waiting.dismiss, name="waiting-dismiss"),
    path("matches/<uuid:match_id>/after.json", after_match.after, name="match-after"),
    path("tv/", tv.tv, name="tv"),
    path("tournaments/", tournament.tournament_list, name="tournament-list"),
    path("tournaments/<slug:slug>/", tournament.tournament, name="tournament"),
    path("tournaments/<slug:slug>/enter/", tournament.enter, name="tournament-enter"),
    path("tournaments/<slug:slug>/leave/", tournament.leave, name="tournament-leave"),
    path("tournaments/<slug:slug>/tv/", tv.tv, name="tournament-tv"),
    path("tournaments/<slug:slug>/boards/", tv.boards, name="tournament-boards"),
    path("tournaments/<slug:slug>/manage/tv/", tv.choose, name="tournament-on-tv"),
    path(
        "tournaments/<slug:slug>/files/<slug:kind>.zip",
        match_files.matches_zip,
        name="tournament-files",
    ),
    path(
        "tournaments/<slug:slug>/wall/room/",
        room_wall.tournament_room_wall,
        name="tournament-room-wall",
    ),
    path("events/<slug:slug>/wall/room/", room_wall.event_room_wall, name="event-room-wall"),
    path("tournaments/<slug:slug>/wall/", wall.tournament_wall, name="tournament-wall"),
    path("events/<slug:slug>/wall/", wall.event_wall, name="event-wall"),
]
