"""Prints the link at which the first administrator of a new site chooses a name and a password."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.services.first_administrator import (
    first_administrator_link,
    needs_first_administrator,
)


class Command(BaseCommand):
    help = "Print a link that makes the first administrator. It works once and ends after 24 hours."

    def handle(self, **_options: Any) -> None:
        if not needs_first_administrator():
            raise CommandError(
                "This site has an administrator. They make others in /admin/; `createsuperuser` makes one here."
            )
        self.stdout.write(first_administrator_link())
