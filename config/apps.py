"""Registers the checks of the configuration with Django."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"
    label = "site_config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  # registers them
