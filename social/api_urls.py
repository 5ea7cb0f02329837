"""Routes of follows and blocks under /api/v1/."""

from django.urls import path

from social import api

urlpatterns = [
    path("following", api.FollowingList.as_view(), name="api-following"),
    path("following/<int:player_id>", api.FollowingView.as_view(), name="api-follow"),
    path("blocks", api.BlockList.as_view(), name="api-blocks"),
    path("blocks/<int:player_id>", api.BlockView.as_view(), name="api-block"),
]
