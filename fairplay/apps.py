"""App registration: what is worked out after an analysis, and hooks of an account's life."""

from django.apps import AppConfig


class FairPlayConfig(AppConfig):
    name = "fairplay"
    verbose_name = "Fair play"

    def ready(self) -> None:
        from accounts.account_hooks import (
            account_deletions,
            data_exporters,
            guest_moves,
            player_merges,
        )
        from analysis.hooks import after_analysis

        after_analysis.add("fairplay.services.figures.store_analysis", key="fairplay")
        data_exporters.add("fairplay.selectors.personal_data.fair_play_of_user", key="fair_play")
        account_deletions.add("fairplay.services.leaving.forget")
        player_merges.add("fairplay.services.leaving.prepare_merge")
        guest_moves.add("fairplay.services.leaving.prepare_merge")
