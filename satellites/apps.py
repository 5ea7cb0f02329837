"""App registration: hooks of the apps below."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SatellitesConfig(AppConfig):
    name = "satellites"
    verbose_name = _("Satellites")

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from tournaments.desk.page_parts import entries_links, setup_links
        from tournaments.players.page_parts import player_page_parts
        from tournaments.public.page_parts import tournament_page_parts

        data_exporters.add("satellites.selectors.tickets.export_tickets", key="entry_tickets")
        entries_links.add("satellites.page_parts.tickets_link", key="satellites")
        setup_links.add("satellites.page_parts.setup_link", key="satellites")
        player_page_parts.add("satellites.page_parts.own_tickets", key="satellites")
        tournament_page_parts.add("satellites.page_parts.tournament_line", key="satellites")
