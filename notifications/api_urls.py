"""Routes of notifications under /api/v1/."""

from django.urls import path

from notifications import api

urlpatterns = [
    path("notifications", api.NotificationList.as_view(), name="api-notifications"),
    path("notifications/read", api.NotificationsRead.as_view(), name="api-notifications-read"),
]
