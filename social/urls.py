"""Pages of follows and blocks."""

from django.urls import path

from social.views import blocks, follows

urlpatterns = [
    path("following/", follows.following, name="following"),
    path("players/<int:pk>/follow/", follows.follow, name="follow-player"),
    path("players/<int:pk>/unfollow/", follows.unfollow, name="unfollow-player"),
    path("players/<int:pk>/block/", blocks.block, name="block-player"),
    path("players/<int:pk>/unblock/", blocks.unblock, name="unblock-player"),
    path("profile/blocked/", blocks.blocked, name="blocked-players"),
]
