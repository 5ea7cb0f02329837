"""Pages of notifications."""

from django.urls import path

from notifications.views import lists, settings

urlpatterns = [
    path("notifications/", lists.notifications, name="notifications"),
    path("notifications/read/", lists.read, name="notifications-read"),
    path("profile/notifications/", settings.settings, name="notification-settings"),
]
