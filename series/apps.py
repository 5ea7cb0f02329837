"""App registration: hooks of the apps below."""

from django.apps import AppConfig


class SeriesConfig(AppConfig):
    name = "series"
    verbose_name = "Series"

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from clubs.hooks import club_page_parts
        from tournaments.desk.page_parts import event_links
        from tournaments.event.page_parts import event_head_lines
        from tournaments.players.page_parts import player_belonging_parts
        from tournaments.public.page_parts import search_groups, tournament_page_parts

        data_exporters.add("series.selectors.personal.export_series", key="series")
        club_page_parts.add("series.page_parts.club_parts", key="series")
        player_belonging_parts.add("series.page_parts.parts", key="series")
        tournament_page_parts.add("series.page_parts.tournament_lines", key="series")
        event_links.add("series.desk_parts.series_link", key="series")
        event_head_lines.add("series.page_parts.event_lines", key="series")
        search_groups.add("series.selectors.series.search_hits", key="series")
