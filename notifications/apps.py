"""App registration."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from notifications import receivers

        data_exporters.add(
            "notifications.selectors.personal.export_notifications", key="notifications"
        )
        data_exporters.add(
            "notifications.selectors.personal.export_preferences",
            key="notification_settings",
        )
        data_exporters.add("notifications.selectors.devices.export_devices", key="push_devices")
        receivers.connect()
