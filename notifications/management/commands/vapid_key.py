"""Prints a new key for push notifications."""

from typing import Any

from django.core.management.base import BaseCommand

from web.web_push import new_private_key


class Command(BaseCommand):
    help = "Make a key for push notifications. Put the line into the environment of every process."
    requires_system_checks: list[str] = []

    def handle(self, **_options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_private_key()}")
