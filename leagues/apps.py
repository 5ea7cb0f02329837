"""App registration: hooks of the apps below."""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = "Leagues"

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters
        from clubs.hooks import club_page_parts
        from tournaments.public.page_parts import search_groups, tournament_page_parts

        data_exporters.add("leagues.selectors.leagues.export_leagues", key="leagues")
        club_page_parts.add("leagues.page_parts.club_parts", key="leagues")
        tournament_page_parts.add("leagues.page_parts.tournament_lines", key="leagues")
        search_groups.add("leagues.selectors.leagues.search_hits", key="leagues")
