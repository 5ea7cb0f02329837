"""Pages of notifications."""

from django.urls import path

from notifications.views import lists

urlpatterns = [
    path("notifications/", lists.notifications, name="notifications"),
    path("notifications/read/", lists.read, name="notifications-read"),
]
