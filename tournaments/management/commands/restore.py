"""`manage.py restore FILE`: a backup into an empty database, compared with its fingerprint (docs/backup.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.services.backup import restore
from tournaments.management.commands.fingerprint import lines
from web.errors import DomainError


class Command(BaseCommand):
    help = "Fill the empty database from FILE. Nothing of the site may run meanwhile."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            areas = restore(file)
        except DomainError as error:
            raise CommandError(error.detail) from None
        if areas is None:
            self.stdout.write("Restored, from an earlier version: run manage.py migrate now.")
            return
        fingerprint = lines(areas)
        self.stdout.write(fingerprint, ending="")
        expected = file.with_name(f"{file.name}.fingerprint")
        if not expected.exists():
            self.stdout.write(f"Restored. There is no {expected} to compare it with.")
        elif expected.read_text() != fingerprint:
            raise CommandError(
                f"Restored, but it is not what was backed up: {expected} says otherwise."
            )
        else:
            self.stdout.write("Restored: the same as what was backed up.")
