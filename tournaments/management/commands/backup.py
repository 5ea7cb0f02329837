"""`manage.py backup FILE`: copy all data as of one moment, while people play (docs/backup.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.services.audit import Actor, record
from tournaments.exchange.services.backup import back_up
from tournaments.management.commands.fingerprint import lines
from tournaments.staff.selectors.storage import BACKUP
from web.errors import DomainError


class Command(BaseCommand):
    help = "Copy the database into FILE while the site runs, and its fingerprint into FILE.fingerprint."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        text = (
            "Write a file that another kind of database can restore: SQLite to PostgreSQL or back."
        )
        parser.add_argument("--portable", action="store_true", help=text)

    def handle(self, *_args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            fingerprint = lines(back_up(file, is_portable=options["portable"]))
        except DomainError as error:
            raise CommandError(error.detail) from None
        file.with_name(f"{file.name}.fingerprint").write_text(fingerprint)
        record(Actor(None, timezone.now()), BACKUP, after={"file": file.name})
        self.stdout.write(fingerprint, ending="")
        self.stdout.write(
            f"{file}: {file.stat().st_size} bytes. It holds sealed dice: keep it safe."
        )
