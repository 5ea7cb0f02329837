"""Prints a new key for log-ins for other sites."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.openid_key import new_openid_key


class Command(BaseCommand):
    help = (
        "Make a key for log-in for other sites. Put the line into the environment of every process."
    )
    requires_system_checks: list[str] = []

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"OIDC_PRIVATE_KEY={new_openid_key()}")
