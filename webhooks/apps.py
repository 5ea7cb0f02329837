"""App registration: hooks of the apps below."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    name = "webhooks"
    verbose_name = _("Webhooks")

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from games.live.event_feed import event_source
        from tournaments.core.changes import tournament_changes
        from tournaments.desk.page_parts import event_links, setup_links

        data_exporters.add("webhooks.selectors.personal.export_webhooks", key="webhooks")
        event_source.add("webhooks.services.public_stream.source", key="events")
        tournament_changes.add("webhooks.services.events.note_changes", key="webhooks")
        event_links.add("webhooks.page_parts.event_link", key="webhooks")
        setup_links.add("webhooks.page_parts.tournament_link", key="webhooks")
