"""App registration: hooks of the apps below."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TableClockConfig(AppConfig):
    name = "tableclock"
    verbose_name = _("Match clocks")

    def ready(self) -> None:
        from games.live.watch_feed import watched_versions

        watched_versions.add("tableclock.selectors.versions.versions_of", key="clock")
