"""App registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Matches")

    def ready(self) -> None:
        from accounts.account_hooks import add_exporter, add_farewell
        from games.engine.errors import RulesError
        from games.live import commit_hints
        from web.errors import register_error

        register_error(RulesError, 409)
        add_exporter("matches", "games.selectors.personal.matches_of_user")
        add_exporter("chat", "games.selectors.chat.said_by")
        add_exporter("imported_matches", "games.selectors.imported.export_imports")
        add_farewell("games.services.chat.forget")
        add_farewell("games.services.importing.delete_imports_of")
        commit_hints.register()
