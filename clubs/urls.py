"""Pages of clubs."""

from django.urls import path

from clubs.views import clubs, rating_list, settings

urlpatterns = [
    path("clubs/", clubs.club_list, name="club-list"),
    path("clubs/new/", clubs.new, name="club-new"),
    path("clubs/<slug:slug>/", clubs.club_page, name="club"),
    path("clubs/<slug:slug>/join/", clubs.join, name="club-join"),
    path("clubs/<slug:slug>/leave/", clubs.leave, name="club-leave"),
    path("clubs/<slug:slug>/settings/", settings.club_settings, name="club-settings"),
    path("clubs/<slug:slug>/members/", settings.club_members, name="club-members"),
    path("clubs/<slug:slug>/hosting/", settings.club_hosting, name="club-hosting"),
    path("clubs/<slug:slug>/ratings/", rating_list.club_ratings, name="club-ratings"),
    path(
        "clubs/<slug:slug>/rating-list/",
        rating_list.club_list_settings,
        name="club-list-settings",
    ),
    path("clubs/<slug:slug>/delete/", settings.delete, name="club-delete"),
]
