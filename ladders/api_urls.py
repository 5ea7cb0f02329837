"""Routes of ladders under /api/v1/."""

from django.urls import path

from ladders import api

LADDER = "ladders/<slug:slug>"

urlpatterns = [
    path("ladders", api.LadderList.as_view(), name="api-ladders"),
    path(LADDER, api.LadderDetail.as_view(), name="api-ladder"),
    path(f"{LADDER}/membership", api.LadderMembership.as_view(), name="api-ladder-membership"),
    path(f"{LADDER}/players/<int:player_id>", api.LadderPlayer.as_view(), name="api-ladder-player"),
    path(f"{LADDER}/challenges", api.LadderChallengeList.as_view(), name="api-ladder-challenges"),
    path(
        f"{LADDER}/challenges/<int:challenge_id>",
        api.LadderChallengeAction.as_view(),
        name="api-ladder-challenge",
    ),
    path(f"{LADDER}/log", api.LadderLog.as_view(), name="api-ladder-log"),
]
