"""App registration."""

from django.apps import AppConfig


class SocialConfig(AppConfig):
    name = "social"
    verbose_name = "People"

    def ready(self) -> None:
        from accounts.account_hooks import account_deletions, data_exporters

        data_exporters.add("social.selectors.personal.export_follows", key="following")
        data_exporters.add("social.selectors.personal.export_blocks", key="blocked_players")
        account_deletions.add("social.services.leaving.forget")
