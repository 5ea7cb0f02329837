"""`manage.py backup_drill [FILE] [--scratch FOLDER]`: restore a backup into a scratch database and check it (docs/backup.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.services.backup_drill import drill, latest
from web.errors import DomainError


class Command(BaseCommand):
    help = "Restore FILE, or the latest scheduled backup, into a scratch database and check it. The site is not touched."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?")
        text = "Where a scratch database of SQLite is made. Default: the system's temporary folder."
        parser.add_argument("--scratch", type=Path, metavar="FOLDER", help=text)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            file: Path = (options["file"] or latest()).resolve()
            self.stdout.write(f"{file}:")
            for step in drill(file, options["scratch"]):
                self.stdout.write(f"  {step.command:15} {step.seconds:6.1f} s  {step.outcome}")
        except DomainError as error:
            raise CommandError(error.detail) from None
        self.stdout.write("This backup can be restored.")
