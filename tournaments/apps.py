"""App registration: signal receivers and hooks of accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from accounts.account_hooks import (
            account_deletions,
            data_exporters,
            has_played,
            login_renames,
            player_renames,
        )
        from games.live.watch_feed import readers_of_kind, watched_versions
        from games.match_officials import match_officials
        from games.round_names import round_names
        from notifications.hooks import notification_words
        from tournaments import receivers  # noqa: F401  # they register themselves
        from tournaments.models.ledger_triggers import LEDGER
        from tournaments.players.page_parts import player_page_parts
        from web.append_only import register_table

        register_table("tournaments", LEDGER)
        data_exporters.add(
            "tournaments.players.selectors.personal_data.blocks_of", key="blocked_organizers"
        )
        data_exporters.add(
            "tournaments.players.selectors.personal_data.invitations_of", key="entry_invitations"
        )
        data_exporters.add(
            "tournaments.contacts.selectors.contacts.contacts_of", key="tournament_contacts"
        )
        data_exporters.add(
            "tournaments.players.selectors.personal_data.entries_of", key="tournaments"
        )
        # The first locks all that those after it write.
        account_deletions.add("tournaments.players.services.renaming.bump_versions_of_user")
        account_deletions.add("tournaments.entry.services.entries.withdraw_user")
        account_deletions.add("tournaments.contacts.services.contacts.forget_user")
        player_renames.add("tournaments.players.services.renaming.bump_versions_of_player")
        has_played.add("tournaments.players.selectors.personal_data.has_entry")
        login_renames.add("tournaments.players.services.renaming.bump_versions_of_user")
        match_officials.add("tournaments.core.permissions.looks_after_match")
        notification_words.add("tournaments.ruling.selectors.verbs.notified_ruling", key="ruling")
        player_page_parts.add("analysis.parts.performance_card", key="analysis")
        watched_versions.add("tournaments.public.selectors.watched.versions_of", key="tournament")
        readers_of_kind["tournament"] = 20_000  # of one tournament in one process
        round_names.add("tournaments.bracket.selectors.seated_matches.round_of")
