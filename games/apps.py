"""App registration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Matches")

    def ready(self) -> None:
        from accounts.errors import register_error
        from accounts.registry import add_exporter, add_farewell
        from games.engine.errors import RulesError
        from games.live import hooks
        from games.selectors.chat import said_by
        from games.selectors.imported import export_imports
        from games.selectors.personal import matches_of_user
        from games.services.chat import forget
        from games.services.importing import delete_imports_of

        register_error(RulesError, 409)
        add_exporter("matches", matches_of_user)
        add_exporter("chat", said_by)
        add_exporter("imported_matches", export_imports)
        add_farewell(forget)
        add_farewell(delete_imports_of)
        hooks.register()
