"""`manage.py verify_matches [id …]`: fold every log again and compare it with the snapshot."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.services.verify import verify, verify_matches


class Command(BaseCommand):
    help = "Check that every match's snapshot, games and dice are what its log says."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match_ids", nargs="*", type=UUID, help="only these matches")

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen: list[UUID] = options["match_ids"]
        wrong = (
            {pk: differences for pk in chosen if (differences := verify(pk))}
            if chosen
            else verify_matches()
        )
        for match_id, differences in wrong.items():
            for difference in differences:
                self.stderr.write(f"{match_id}: {difference}")
        checked = len(chosen) or Match.objects.count()
        if wrong:
            raise CommandError(f"{len(wrong)} of {checked} matches are wrong.")
        self.stdout.write(f"{checked} matches are right.")
