"""Routes of clubs under /api/v1/."""

from django.urls import path

from clubs.api import changing, reading

CLUB = "clubs/<slug:slug>"

urlpatterns = [
    path("clubs", changing.ClubsView.as_view(), name="api-clubs"),
    path(CLUB, changing.ClubDetail.as_view(), name="api-club"),
    path(f"{CLUB}/ratings", reading.ClubRatings.as_view(), name="api-club-ratings"),
    path(f"{CLUB}/rating-list", changing.ClubListSettings.as_view(), name="api-club-list-settings"),
    path(f"{CLUB}/membership", changing.ClubMembership.as_view(), name="api-club-membership"),
    path(f"{CLUB}/requests", changing.ClubRequests.as_view(), name="api-club-requests"),
    path(f"{CLUB}/members", changing.ClubMembers.as_view(), name="api-club-members"),
    path(f"{CLUB}/hostings", changing.ClubHostings.as_view(), name="api-club-hostings"),
    path(
        f"{CLUB}/hostings/<int:hosting_id>",
        changing.ClubHostingDetail.as_view(),
        name="api-club-hosting",
    ),
]
