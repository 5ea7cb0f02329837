"""Pages with which players enter and leave by themselves."""

from django.urls import URLPattern, path

from tournaments.entry.views import invitations, lineups, waiting_list

urlpatterns: list[URLPattern] = [
    path("entry-invitations/<int:pk>/", invitations.invitation, name="entry-invitation"),
    path("blocked-organizers/", invitations.blocks, name="blocked-organizers"),
    path("blocked-organizers/<int:pk>/unblock/", invitations.unblock, name="unblock-organizer"),
    path(
        "tournaments/<slug:slug>/stand-by/", waiting_list.own_place, name="tournament-waiting-list"
    ),
    path("tournaments/<slug:slug>/lineups/", lineups.lineups, name="tournament-lineups"),
    path(
        "tournaments/<slug:slug>/manage/lineups/",
        lineups.manage_lineups,
        name="tournament-manage-lineups",
    ),
]
