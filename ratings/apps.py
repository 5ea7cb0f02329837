"""App registration: receivers, and hooks of the apps below."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        from accounts.account_hooks import data_exporters, player_renames
        from ratings import receivers  # noqa: F401  # they register themselves

        player_renames.add("ratings.services.sweep.owe_recompute")
        data_exporters.add("ratings.selectors.personal_data.ratings_of_user", key="ratings")
