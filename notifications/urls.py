"""Pages of notifications."""

from django.urls import path

from notifications.views import devices, lists, service_worker, settings

urlpatterns = [
    path("notifications/", lists.notifications, name="notifications"),
    path("notifications/read/", lists.read, name="notifications-read"),
    path("profile/notifications/", settings.settings, name="notification-settings"),
    path("profile/notifications/devices/", devices.add, name="push-devices"),
    path("profile/notifications/devices/remove/", devices.remove, name="push-device-remove"),
    path("service-worker.js", service_worker.service_worker, name="service-worker"),
]
