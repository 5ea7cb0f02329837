"""`manage.py recompute_ratings [--check]`: all ratings from nothing; only what differs is written."""

from argparse import ArgumentParser
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.models import RatingChange, RatingPool
from ratings.services import rebuild


class Command(BaseCommand):
    help = "Compute all ratings from the matches, in the order in which they ended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail where a row differs"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        begun = monotonic()
        if options["check"]:
            if wrong := rebuild.check(timezone.now()):
                raise CommandError(f"{wrong} rows differ from those computed from nothing.")
            self.stdout.write("Every rating is what it is from nothing.")
            return
        written = rebuild.rebuild(timezone.now())
        matches = RatingChange.objects.filter(won=True, pool__in=RatingPool.values).count()
        seconds = monotonic() - begun
        self.stdout.write(f"{matches} matches rated, {written} rows written; {seconds:.1f} s.")
