"""App registration."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Matches"

    def ready(self) -> None:
        from accounts.account_hooks import (
            account_deletions,
            data_exporters,
            guest_moves,
            has_played,
        )
        from games.engine.errors import RulesError
        from games.live import commit_hints
        from games.services import shared_release
        from social.hooks import after_block, open_to_challenges, playing_now
        from web.errors import register_error

        register_error(RulesError, 409)
        data_exporters.add("games.selectors.personal.matches_of_user", key="matches")
        data_exporters.add("games.selectors.chat.export_chat", key="chat")
        data_exporters.add("games.selectors.imported.export_imports", key="imported_matches")
        data_exporters.add("games.selectors.vacations.export_vacations", key="vacations")
        account_deletions.add("games.services.chat.forget")
        account_deletions.add("games.services.importing.delete_imports_of")
        guest_moves.add("games.services.guests.move_matches")
        after_block.add("games.services.friendly.call_off_between")
        open_to_challenges.add("games.selectors.challenge_privacy.open_to_challenges")
        playing_now.add("games.selectors.playing_now.matches_now")
        has_played.add("games.selectors.seats.has_match")
        commit_hints.register()
        shared_release.register()
