"""App registration: where tournaments listen and plug into the account's life."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from accounts.append_only import keep
        from accounts.registry import (
            add_exporter,
            add_farewell,
            add_login_renaming,
            add_renaming,
        )
        from tournaments import permissions, receivers  # noqa: F401  # they register themselves
        from tournaments.models.ledger_kept import LEDGER
        from tournaments.selectors.public.personal import entries_of
        from tournaments.services.entry.entries import leave_everything
        from tournaments.services.player.naming import let_go_of_login, let_go_of_names

        keep("tournaments", LEDGER)
        add_exporter("tournaments", entries_of)
        add_farewell(let_go_of_login)  # it locks all that those after it write
        add_farewell(leave_everything)
        add_renaming(let_go_of_names)
        add_login_renaming(let_go_of_login)
