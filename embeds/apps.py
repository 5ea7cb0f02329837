"""App registration: hooks of the apps below."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EmbedsConfig(AppConfig):
    name = "embeds"
    verbose_name = _("Embeds")

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from tournaments.desk.page_parts import event_links, setup_links
        from tournaments.event.page_parts import alternate_links

        data_exporters.add("embeds.selectors.calendars.export_link", key="calendar_link")
        alternate_links.add("embeds.page_parts.alternates", key="embeds")
        setup_links.add("embeds.page_parts.tournament_links", key="embeds")
        event_links.add("embeds.page_parts.event_links", key="embeds")
