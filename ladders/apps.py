"""App registration: hooks of the apps below."""

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "ladders"
    verbose_name = "Ladders"

    def ready(self) -> None:
        from accounts.account_hooks import (
            account_deletions,
            data_exporters,
            has_played,
            player_merges,
        )
        from clubs.hooks import club_page_parts
        from tournaments.players.page_parts import player_belonging_parts
        from tournaments.public.page_parts import search_groups

        data_exporters.add("ladders.selectors.ladders.export_ladders", key="ladders")
        account_deletions.add("ladders.services.leaving.forget")
        player_merges.add("ladders.services.leaving.prepare_merge")
        has_played.add("ladders.selectors.ladders.has_been_on_ladder")
        club_page_parts.add("ladders.page_parts.club_parts", key="ladders")
        search_groups.add("ladders.selectors.ladders.search_hits", key="ladders")
        player_belonging_parts.add("ladders.page_parts.player_parts", key="ladders")
