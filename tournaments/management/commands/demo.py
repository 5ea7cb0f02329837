"""`manage.py demo`: make the demo data; safe to run at every start."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.rehearsal.services import demo


class Command(BaseCommand):
    help = "Make the demo logins, tournaments and matches (DEMO=1 only)."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Demo data is made in demo mode only: set DEMO=1.")
        made = demo.prepare(timezone.now())
        self.stdout.write("Demo data: " + (", ".join(made) if made else "all there."))
