"""App registration."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.errors import register_error
        from accounts.registry import add_exporter
        from games.engine.errors import RulesError
        from games.live import hooks
        from games.selectors.personal import matches_of_user

        register_error(RulesError, 409)
        add_exporter("matches", matches_of_user)
        hooks.register()
