"""Registers a site or an app that people may log in to with Barpoint."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.services.app_access import SCOPES
from accounts.services.openid_clients import register_client
from web.errors import DomainError


class Command(BaseCommand):
    help = "Register a client of OpenID Connect. Its secret is printed once."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("name", help="The name that users are shown")
        parser.add_argument("--redirect", action="append", required=True, metavar="ADDRESS")
        parser.add_argument("--scopes", default="openid profile", help=" ".join(SCOPES))
        parser.add_argument("--public", action="store_true", help="An app that can keep no secret")

    def handle(self, **options: Any) -> None:
        try:
            client, secret = register_client(
                options["name"],
                options["redirect"],
                options["scopes"].split(),
                is_public=options["public"],
            )
        except DomainError as error:
            raise CommandError(error.detail) from error
        self.stdout.write(f"client_id: {client.pk}")
        if secret:
            self.stdout.write(f"client_secret: {secret}")
