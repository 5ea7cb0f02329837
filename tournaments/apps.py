"""App registration: where tournaments listen and plug into the account's life."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from accounts.account_hooks import (
            add_exporter,
            add_farewell,
            add_login_renaming,
            add_renaming,
        )
        from tournaments import receivers  # noqa: F401  # they register themselves
        from tournaments.models.ledger_triggers import LEDGER
        from web.append_only import keep

        keep("tournaments", LEDGER)
        add_exporter("blocked_organizers", "tournaments.players.selectors.personal_data.blocks_of")
        add_exporter(
            "entry_invitations", "tournaments.players.selectors.personal_data.invitations_of"
        )
        add_exporter("tournaments", "tournaments.players.selectors.personal_data.entries_of")
        # First who locks all that those after it write.
        add_farewell("tournaments.players.services.renaming.let_go_of_login")
        add_farewell("tournaments.entry.services.entries.leave_everything")
        add_renaming("tournaments.players.services.renaming.let_go_of_names")
        add_login_renaming("tournaments.players.services.renaming.let_go_of_login")
