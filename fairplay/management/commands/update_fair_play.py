"""`manage.py update_fair_play`: work out the figures of fair play that are missing or of an older version."""

from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from fairplay.services import figures

AT_ONCE = 500


class Command(BaseCommand):
    help = (
        "Work out the figures of fair play of all analysed matches that have none of this version."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        begun, total = monotonic(), 0
        while number := figures.update_missing(timezone.now(), AT_ONCE):
            total += number
        self.stdout.write(f"{total} matches; {monotonic() - begun:.1f} s.")
