"""App registration."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "Players and accounts"

    def ready(self) -> None:
        from accounts import browser_zone, language_choice, receivers, session_use
        from web.append_only import create_triggers, drop_triggers

        receivers.connect()
        language_choice.connect()
        browser_zone.connect()
        session_use.connect()

        pre_migrate.connect(drop_triggers, dispatch_uid="append_only.take_down")
        post_migrate.connect(create_triggers, dispatch_uid="append_only.put_up")
